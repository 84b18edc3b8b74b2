import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { aws, refused } from './deployed-stack.ts';
import { token } from './token-command.ts';

beforeEach(() => {
  vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', aws.url);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

it('--profile has its own credentials and region', async () => {
  const folder = temporaryFolder();
  const config = join(folder, 'config');
  const lines = ['[profile grower]', 'region = eu-west-3'];
  const keys = ['aws_access_key_id = GROWER', 'aws_secret_access_key = local'];
  writeFileSync(config, [...lines, ...keys].join('\n'));
  vi.stubEnv('AWS_CONFIG_FILE', config);
  vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
  vi.stubEnv('AWS_REGION', undefined);
  const { stderr } = await token('list', '--stack', 'Nowhere', '--profile', 'grower');
  expect(stderr).toBe('There is no stack Nowhere in eu-west-3 for these credentials.\n');
  expect(aws.calls.at(-1)?.headers.authorization).toContain('Credential=GROWER/');
});

it.each([
  ['Nowhere', 'There is no stack Nowhere in eu-central-1 for these credentials.'],
  [
    'Other',
    'The stack Other has no output TokensTableName: it is not a plant store, or its deploy did not finish.',
  ],
])('refuses the stack %s', async (name, sentence) => {
  const outcome = await token('list', '--stack', name);
  expect(outcome).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` });
});

it('needs credentials', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  vi.stubEnv('HOME', '/nonexistent');
  expect(await refused('list')).toMatch(/^No AWS credentials found \(.*--profile\.\n$/);
});

it('needs a region', async () => {
  vi.stubEnv('AWS_REGION', undefined);
  vi.stubEnv('HOME', '/nonexistent');
  expect(await refused('list')).toBe('No AWS region found. Use --region.\n');
  const { stderr } = await token('list', '--region', 'eu-west-1', '--stack', 'Nowhere');
  expect(stderr).toBe('There is no stack Nowhere in eu-west-1 for these credentials.\n');
});
