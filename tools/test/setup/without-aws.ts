import { devNull } from 'node:os';

// Imported first by what tests or synthesizes: it takes the user's account away from this process and from those that
// it starts.

for (const name of Object.keys(process.env)) {
  if (name.startsWith('AWS_')) delete process.env[name];
}

/** The variables of a process that may read no profile, also not the default one. */
export const noProfiles = { AWS_CONFIG_FILE: devNull, AWS_SHARED_CREDENTIALS_FILE: devNull };

Object.assign(process.env, noProfiles, { AWS_EC2_METADATA_DISABLED: 'true' });
