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
  '@smithy/core/checksum': join(folder, 'sha256.ts'),
};

/** 20 kB that the SDK loads once an operation streams events: none of DynamoDB's does. */
const leftOutside = '@smithy/core/event-streams';

/** For esbuild. */
export const leanSdk = { alias: replaced, external: [leftOutside] };

// What the above is to keep out, ajv, which runs at build time, and code for protocols that DynamoDB does not speak.
const forbidden =
  /node_modules\/(ajv|@aws-sdk\/(credential-provider-|nested-clients|token-providers|endpoint-cache|xml-builder|signature-v4-multi-region)|@smithy\/(credential-provider-imds|core\/dist-es\/submodules\/(cbor|config|event-streams)\/))/;

/** Throws when an SDK that moved its files makes the above miss them. */
export function assertLean({ inputs, outputs }: Metafile): void {
  const bundled = Object.values(outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [path] : [],
    ),
  );
  const unused = Object.entries(replaced).filter(
    ([, file]) => !bundled.some((path) => file.endsWith(path)),
  );
  const loads = Object.values(inputs).flatMap(({ imports }) => imports);
  const problems = [
    ...unused.map(([name]) => `nothing in the SDK asks for ${name} any more`),
    ...(loads.some(({ path, external }) => external && path === leftOutside)
      ? []
      : [`nothing in the SDK loads ${leftOutside} any more`]),
    ...bundled.filter((path) => forbidden.test(path)).map((path) => `${path} is in the bundle`),
  ];
  if (problems.length > 0)
    throw new Error(`infra/lean-sdk.ts is out of date: ${problems.join('; ')}`);
}
