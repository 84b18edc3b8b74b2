import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/**
 * Replacements for parts of the SDK that a function in Lambda never runs. Each file says what it saves, and
 * why that is safe. The build fails if the SDK needs an export that a file does not have.
 */
const replaced = {
  '@aws-sdk/credential-provider-node': 'lean-sdk/credentials.ts',
  '@aws-sdk/middleware-endpoint-discovery': 'lean-sdk/endpoint-discovery.ts',
  '@smithy/core/config': 'lean-sdk/config.ts',
};

/** 20 kB that the SDK loads when an operation streams events. No operation of DynamoDB does. */
const neverLoaded = '@smithy/core/event-streams';

/** For esbuild. */
export const leanSdk = {
  alias: Object.fromEntries(
    Object.entries(replaced).map(([name, file]) => [name, join(import.meta.dirname, file)]),
  ),
  external: [neverLoaded],
};

/** Forbidden in a bundle: the replaced parts, other protocols, and ajv, which runs at build time. */
const forbidden = [
  'ajv/',
  '@aws-sdk/credential-provider-',
  '@aws-sdk/endpoint-cache/',
  '@aws-sdk/nested-clients/',
  '@aws-sdk/signature-v4-multi-region/',
  '@aws-sdk/token-providers/',
  '@aws-sdk/xml-builder/',
  '@smithy/core/dist-es/submodules/cbor/',
  '@smithy/core/dist-es/submodules/config/',
  '@smithy/core/dist-es/submodules/event-streams/',
  '@smithy/credential-provider-imds/',
].map((path) => `node_modules/${path}`);

/** Throws if the SDK has moved its files and the replacements have no effect. */
export function assertLean(metafile: Metafile): void {
  const files = bundledFiles(metafile);
  const hasSdk = files.some((file) => file.includes('node_modules/@aws-sdk/'));
  const isUnused = (file: string) => hasSdk && !files.includes(`infra/stack/bundle/${file}`);
  const isForbidden = (file: string) => forbidden.some((path) => file.includes(path));
  const unused = Object.entries(replaced).flatMap(([name, file]) => (isUnused(file) ? [name] : []));
  if (hasSdk && !loads(metafile, neverLoaded)) unused.push(neverLoaded);
  const problems = [
    ...unused.map((name) => `the SDK does not use ${name} any more`),
    ...files.filter(isForbidden).map((file) => `${file} is in the bundle`),
  ];
  if (problems.length === 0) return;
  throw new Error(`infra/stack/bundle/lean-sdk.ts is out of date: ${problems.join('; ')}`);
}

function bundledFiles({ outputs }: Metafile): string[] {
  return Object.values(outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : []));
}

function loads({ inputs }: Metafile, name: string): boolean {
  return Object.values(inputs).some(({ imports }) =>
    imports.some(({ path, external }) => external && path === name),
  );
}
