import { createRequire } from 'node:module';
import { buildSync } from 'esbuild';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as leanConfig from '../../../infra/bundle/lean-sdk/config.ts';
import { assertLean, leanSdk } from '../../../infra/bundle/lean-sdk.ts';
import { startDynamodbProxy } from '../../setup/dynamodb-proxy.ts';
import { callCode, keys, runCode, startCode } from './lambda-process.ts';

// Finds the SDK's own packages in the same way as its client.
const requireAsSdk = createRequire(import.meta.resolve('@aws-sdk/client-dynamodb'));
const sdkConfig = requireAsSdk('@smithy/core/config');

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("settings, read by the bundle and by the SDK's own code", () => {
  type Options = `NODE_${'REGION' | `USE_${'DUALSTACK' | 'FIPS'}_ENDPOINT`}_CONFIG_OPTIONS`;
  const read = (from: typeof leanConfig, options: Options) =>
    from.loadConfig<unknown>(from[options])();

  it.each([
    ['NODE_REGION_CONFIG_OPTIONS', 'AWS_REGION', 'eu-central-1'],
    ['NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS', 'AWS_USE_FIPS_ENDPOINT', 'true'],
    ['NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS', 'AWS_USE_FIPS_ENDPOINT', undefined],
    ['NODE_USE_DUALSTACK_ENDPOINT_CONFIG_OPTIONS', 'AWS_USE_DUALSTACK_ENDPOINT', 'true'],
  ] as const)('%s is the same if %s is %s', async (options, name, value) => {
    vi.stubEnv('AWS_CONFIG_FILE', '/nowhere');
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nowhere');
    vi.stubEnv(name, value);
    expect(await read(leanConfig, options)).toBe(await read(sdkConfig, options));
  });

  it.each([
    ['NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS', 'AWS_USE_FIPS_ENDPOINT', 'yes'],
    ['NODE_REGION_CONFIG_OPTIONS', 'AWS_REGION', undefined],
  ] as const)('%s names its variable %s if it is %s', async (options, name, value) => {
    vi.stubEnv(name, value);
    await expect(read(leanConfig, options)).rejects.toThrow(name);
  });
});

describe('the keys', () => {
  /** Starts and calls the bundle in a process of its own, with these variables. */
  async function callWith(environment: Record<string, string>) {
    const store = await startDynamodbProxy();
    onTestFinished(store.stop);
    const code = `${startCode('CreatePlant')} console.log((${callCode('CreatePlant')}).body);`;
    const output = await runCode(code, { AWS_ENDPOINT_URL_DYNAMODB: store.url, ...environment });
    return { ...output, calls: store.calls };
  }

  it.each([{ AWS_SESSION_TOKEN: 'session' }, {}])(
    'are those in the environment, as Lambda and sam local put them there, and %j',
    async (session) => {
      const { calls } = await callWith({ ...keys, ...session });
      const { headers } = calls.at(-1) ?? {};
      expect(headers?.authorization).toMatch(/Credential=a\//);
      expect(headers?.['x-amz-security-token']).toBe(session.AWS_SESSION_TOKEN);
    },
  );

  it('are named if they are not set', async () => {
    const { stdout, stderr, calls } = await callWith({ AWS_PROFILE: 'garden' });
    expect(JSON.parse(stdout)).toMatchObject({ error: 1000 });
    expect(stderr).toContain('set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
    expect(calls).toEqual([]);
  });
});

describe('the build fails', () => {
  const build = (contents: string) =>
    buildSync({
      ...leanSdk,
      stdin: { contents, resolveDir: process.cwd() },
      bundle: true,
      format: 'cjs',
      platform: 'node',
      write: false,
      metafile: true,
      logLevel: 'silent',
    });

  it('if the SDK no longer uses a replaced part', () => {
    const { metafile } = build("console.log(require('@aws-sdk/util-dynamodb'))");
    for (const name of [...Object.keys(leanSdk.alias), ...leanSdk.external]) {
      expect(() => assertLean(metafile)).toThrow(`the SDK does not use ${name} any more`);
    }
  });

  it('if a bundle contains a replaced part', () => {
    const parts = ['@aws-sdk/util-dynamodb', '@smithy/core/cbor'];
    const { metafile } = build(parts.map((name) => `export * from '${name}';`).join(''));
    expect(() => assertLean(metafile)).toThrow(/submodules\/cbor\/\S+ is in the bundle/);
  });
});
