const { env } = process;

/** Replaces a chain of eight sources, 136 kB: Lambda and `sam local invoke` put credentials into the environment. */
export function defaultProvider() {
  return async () => ({
    accessKeyId: env['AWS_ACCESS_KEY_ID'],
    secretAccessKey: env['AWS_SECRET_ACCESS_KEY'],
    sessionToken: env['AWS_SESSION_TOKEN'],
  });
}
