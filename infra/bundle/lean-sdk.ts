import { join } from 'node:path';
import type { Metafile } from 'esbuild';

const folder = join(import.meta.dirname, 'lean-sdk');

/**
 * What of the SDK a function in Lambda never runs. Each file says what it saves, and why that is safe;
 * an export that the SDK expects of one, and misses, fails the build.
 */
const replaced = {
  '@aws-sdk/credential-provider-node': join(folder, 'credentials.ts'),
  '@aws-sdk/middleware-endpoint-discovery': join(folder, 'endpoint-discovery.ts'),
  '@smithy/core/config': join(folder, 'config.ts'),
};

/** 20 kB that the SDK loads once an operation streams events: none of DynamoDB's does. */
const leftOutside = '@smithy/core/event-streams';

/** For esbuild. */
export const leanSdk = { alias: replaced, external: [leftOutside] };

/** What the above is to keep out, other protocols, and ajv, which runs at build time. */
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

/** Throws when an SDK that moved its files makes the above miss them. */
export function assertLean(metafile: Metafile): void {
  const files = bundledFiles(metafile);
  const hasSdk = files.some((file) => file.includes('node_modules/@aws-sdk/'));
  const isUnused = (file: string) => hasSdk && !files.some((bundled) => file.endsWith(bundled));
  const isForbidden = (file: string) => forbidden.some((path) => file.includes(path));
  const unused = Object.entries(replaced).flatMap(([name, file]) => (isUnused(file) ? [name] : []));
  if (hasSdk && !loads(metafile, leftOutside)) unused.push(leftOutside);
  const problems = [
    ...unused.map((name) => `the SDK does not use ${name} any more`),
    ...files.filter(isForbidden).map((file) => `${file} is in the bundle`),
  ];
  if (problems.length === 0) return;
  throw new Error(`infra/bundle/lean-sdk.ts is out of date: ${problems.join('; ')}`);
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
