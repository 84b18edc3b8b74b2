import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../temporary-folder.ts';
import {
  accepts,
  aws,
  behindProxy,
  create,
  operationOf,
  refused,
  regionOf,
  resets,
} from './deployed-stack.ts';
import { idOf, token } from './token-command.ts';

const { AWS_ENDPOINT_URL_DYNAMODB: store } = process.env;
beforeEach(() => {
  vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', aws.url);
  vi.stubEnv('AWS_ENDPOINT_URL_APIGATEWAYV2', aws.url);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', store);
  resets.length = 0;
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

it('refuses a stack without tokens', async () => {
  expect(await token('list', '--stack', 'Other')).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'The stack Other has no outputs ApiId and TokensTableName: it is not a plant store, or its deploy did not finish.\n',
  });
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
  expect(await refused('list', '--region', 'eu-central-1,')).toContain('No AWS region found.');
  const { stderr } = await token('list', '--region', 'eu-west-1', '--stack', 'Nowhere');
  expect(stderr).toBe('There is no stack Nowhere in eu-west-1 for these credentials.\n');
});

it.each([
  [
    'Guarded',
    'eu-central-1',
    'AWS answered AccessDeniedException (not authorized to perform: apigateway:DELETE).',
  ],
  // The answer of a proxy.
  ['Proxied', 'eu-central-1', 'The answer was 200 instead of 204.'],
  [
    'HalfDeployed',
    'eu-west-1',
    'There is no stack HalfDeployed in eu-west-1 for these credentials.',
  ],
])('revoke names a gateway of %s if it cannot clear its cache', async (name, region, reason) => {
  const text = await create('guarded');
  expect(await token('revoke', idOf(text), '--stack', name)).toEqual({
    code: 0,
    stdout: '',
    stderr: `Token ${idOf(text)} of guarded, in the stack ${name}, is revoked.\nThe gateway in ${region} can accept the token for five more minutes or longer. Run revoke again later. ${reason}\n`,
  });
  expect(await accepts(text)).toBe(false);
});

it.each([
  [[], ['PutItem in eu-central-1', 'UpdateItem in eu-central-1']],
  [
    ['--region', 'eu-west-1,eu-central-1'],
    ['PutItem in eu-west-1', 'UpdateItem in eu-west-1'],
  ],
])(
  'a stack in two regions is written in the first, and read in both: %j',
  async (names, writes) => {
    const calls = await behindProxy((_, forward) => forward());
    const text = await create('twin', '--stack', 'Twin', ...names);
    const { code } = await token('revoke', text, '--stack', 'Twin', ...names);
    expect(code).toBe(0);
    const seen = calls.map((call) => `${operationOf(call)} in ${regionOf(call)}`);
    const [put, update] = writes;
    const reads = ['GetItem in eu-central-1', 'GetItem in eu-west-1'];
    expect([seen[0], seen.slice(1, 3).toSorted(), seen[3], seen.slice(4).toSorted()]).toEqual([
      put,
      reads,
      update,
      reads,
    ]);
    expect(resets.toSorted()).toEqual(['home', 'west']);
  },
);
