const { env } = process;

/**
 * Replaces the SDK's chain of eight sources, 136 kB: Lambda and `sam local invoke` put credentials into the
 * environment.
 */
export function defaultProvider() {
  return async () => {
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
    if (!accessKeyId || !secretAccessKey) {
      throw new Error('There are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
    }
    const sessionToken = env['AWS_SESSION_TOKEN'];
    return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  };
}
