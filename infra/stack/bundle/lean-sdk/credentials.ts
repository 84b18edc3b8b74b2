import { createRequire } from 'node:module';

type Provider = (...properties: unknown[]) => Promise<unknown>;
type DefaultProvider = (init: unknown) => Provider;

const name = '@aws-sdk/credential-provider-node';
const { env } = process;

/**
 * Replaces the SDK's chain of eight sources, 136 kB: Lambda, `sam local invoke` and `npm run invoke` put
 * credentials into the environment. Without them, a bundle loads the chain from node_modules.
 */
export const defaultProvider: DefaultProvider = (init) => {
  let chain: Provider | undefined;
  return async (...properties) => {
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
    if (!accessKeyId || !secretAccessKey) {
      // Kept, because the chain remembers the credentials that it found.
      chain ??= wholeChain()(init);
      return chain(...properties);
    }
    const sessionToken = env['AWS_SESSION_TOKEN'];
    return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  };
};

function wholeChain(): DefaultProvider {
  try {
    return createRequire(__filename)(name).defaultProvider;
  } catch (cause) {
    throw new Error(
      `There are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or let Node find ${name}.`,
      { cause },
    );
  }
}
