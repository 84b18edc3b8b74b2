import { createRequire } from 'node:module';
import { buildSync } from 'esbuild';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as leanConfig from '../../../infra/bundle/lean-sdk/config.ts';
import { assertLean, leanSdk } from '../../../infra/bundle/lean-sdk.ts';

// Finds the SDK's own packages in the same way as its client.
const requireAsSdk = createRequire(import.meta.resolve('@aws-sdk/client-dynamodb'));
const sdkConfig = requireAsSdk('@smithy/core/config');

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("settings, read by the bundle and by the SDK's own code", () => {
  it.each([
    ['NODE_REGION_CONFIG_OPTIONS', 'AWS_REGION', 'eu-central-1'],
    ['NODE_REGION_CONFIG_OPTIONS', 'AWS_REGION', 'us-gov-west-1'],
    ['NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS', 'AWS_USE_FIPS_ENDPOINT', 'true'],
    ['NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS', 'AWS_USE_FIPS_ENDPOINT', 'false'],
    ['NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS', 'AWS_USE_FIPS_ENDPOINT', undefined],
    ['NODE_USE_DUALSTACK_ENDPOINT_CONFIG_OPTIONS', 'AWS_USE_DUALSTACK_ENDPOINT', 'true'],
    ['NODE_USE_DUALSTACK_ENDPOINT_CONFIG_OPTIONS', 'AWS_USE_DUALSTACK_ENDPOINT', undefined],
  ] as const)('%s is the same if %s is %s', async (options, name, value) => {
    vi.stubEnv('AWS_CONFIG_FILE', '/nowhere');
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nowhere');
    vi.stubEnv(name, value);
    const read = (from: typeof leanConfig) => from.loadConfig<unknown>(from[options])();
    expect(await read(leanConfig)).toBe(await read(sdkConfig));
  });

  it('accepts an asynchronous default', async () => {
    const nowhere = () => undefined;
    const selectors = { environmentVariableSelector: nowhere, configFileSelector: nowhere };
    const later = { ...selectors, default: async () => 'standard' };
    expect(await leanConfig.loadConfig(later)()).toBe('standard');
    expect(await sdkConfig.loadConfig(later)()).toBe('standard');
  });

  it('names a variable that is wrong or missing', async () => {
    vi.stubEnv('AWS_USE_FIPS_ENDPOINT', 'yes');
    vi.stubEnv('AWS_REGION', undefined);
    const { loadConfig, NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS, NODE_REGION_CONFIG_OPTIONS } =
      leanConfig;
    const fips = loadConfig(NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS)();
    await expect(fips).rejects.toThrow('AWS_USE_FIPS_ENDPOINT');
    const region = loadConfig(NODE_REGION_CONFIG_OPTIONS)();
    await expect(region).rejects.toThrow('Region is missing: set AWS_REGION');
  });

  it("is also the SDK's mode of defaults", async () => {
    expect(await leanConfig.resolveDefaultsModeConfig()()).toBe(
      await sdkConfig.resolveDefaultsModeConfig()(),
    );
  });
});

describe('an SDK that changed', () => {
  const build = (contents: string, mainFields?: string[]) => () =>
    buildSync({
      ...leanSdk,
      stdin: { contents, resolveDir: process.cwd() },
      bundle: true,
      format: 'cjs',
      platform: 'node',
      ...(mainFields && { mainFields }),
      write: false,
      metafile: true,
      logLevel: 'silent',
    });

  it('fails the build if it needs more exports of a replacement', () => {
    const more = "export { loadConfig, renamed } from '@smithy/core/config'";
    expect(build(more)).toThrow(
      'No matching export in "infra/bundle/lean-sdk/config.ts" for import "renamed"',
    );
  });

  it('fails the build if it no longer uses a replaced part', () => {
    const { metafile } = build("console.log(require('@aws-sdk/util-dynamodb'))")();
    for (const name of [...Object.keys(leanSdk.alias), ...leanSdk.external]) {
      expect(() => assertLean(metafile)).toThrow(`the SDK does not use ${name} any more`);
    }
  });

  it('is found, and an unchanged one is accepted', () => {
    const main = "export * from './functions/authorize/handler.ts'";
    const { metafile } = build(main, ['module', 'main'])();
    expect(() => assertLean(metafile)).not.toThrow();
  });

  it('fails the build if it contains a replaced part', () => {
    const parts = ['@aws-sdk/util-dynamodb', '@smithy/core/cbor'];
    const { metafile } = build(parts.map((name) => `export * from '${name}';`).join(''))();
    expect(() => assertLean(metafile)).toThrow(/submodules\/cbor\/\S+ is in the bundle/);
  });
});
