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

/** Forbidden in a bundle: replaced parts and another protocol. */
const forbidden = /node_modules\/@smithy\/core\/dist-es\/submodules\/(cbor|config|event-streams)\//;

/** Throws if the SDK has moved its files and the replacements have no effect. */
export function assertLean({ inputs, outputs }: Metafile): void {
  const files = Object.values(outputs)
    .flatMap((output) => Object.entries(output.inputs))
    .flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : []));
  if (!files.some((file) => file.includes('node_modules/@aws-sdk/'))) return;
  const unused = Object.entries(replaced).flatMap(([name, file]) =>
    files.includes(`infra/bundle/${file}`) ? [] : [name],
  );
  const imports = Object.values(inputs).flatMap((input) => input.imports);
  const isLoaded = imports.some(({ path, external }) => external && path === neverLoaded);
  const problems = [
    ...[...unused, ...(isLoaded ? [] : [neverLoaded])].map(
      (name) => `the SDK does not use ${name} any more`,
    ),
    ...files.filter((file) => forbidden.test(file)).map((file) => `${file} is in the bundle`),
  ];
  if (problems.length === 0) return;
  throw new Error(`infra/bundle/lean-sdk.ts is out of date: ${problems.join('; ')}`);
}
