import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { startFakeAws } from './fake-aws.ts';
import { token } from './token-command.ts';

const aws = await startFakeAws({
  stacks: {
    PlantStore: { ApiId: 'open', TokensTableName: 'Tokens' },
    Other: { ApiId: 'open' },
  },
  resettable: {},
});
afterAll(aws.stop);

beforeEach(() => {
  vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', aws.url);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const stack = ['--stack', 'PlantStore'];

describe('--profile', () => {
  it('has to be one with credentials', async () => {
    vi.stubEnv('AWS_CONFIG_FILE', '/nonexistent');
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nonexistent');
    const { code, stderr } = await token('list', '--stack', 'PlantStore', '--profile', 'nope');
    expect(code).toBe(1);
    expect(stderr).toMatch(/ Sign in, or use --profile\.\n$/);
  });

  it('brings its own credentials and region', async () => {
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
    expect(aws.accessKeys.at(-1)).toBe('GROWER');
  });
});

describe('a command that cannot run', () => {
  const refused = (sentence: string) => ({ code: 1, stdout: '', stderr: `${sentence}\n` });

  it('has no such stack', async () => {
    expect(await token('list', '--stack', 'Nowhere')).toEqual(
      refused('There is no stack Nowhere in eu-central-1 for these credentials.'),
    );
  });

  it('has a stack of another kind', async () => {
    expect(await token('list', '--stack', 'Other')).toEqual(
      refused(
        'The stack Other has no output TokensTableName: it is not a plant store, or its deploy did not finish.',
      ),
    );
  });

  it('has no credentials', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    vi.stubEnv('HOME', '/nonexistent');
    const { code, stdout, stderr } = await token('list', ...stack);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^No AWS credentials found \(.*--profile\.\n$/);
  });

  it('has no region, unless one is named', async () => {
    vi.stubEnv('AWS_REGION', undefined);
    vi.stubEnv('HOME', '/nonexistent');
    expect(await token('list', ...stack)).toEqual(refused('No AWS region found. Use --region.'));
    expect(await token('list', '--region', 'eu-west-1', '--stack', 'Nowhere')).toEqual(
      refused('There is no stack Nowhere in eu-west-1 for these credentials.'),
    );
  });

  it.each(['', '<html>Welcome</html>', '<Answer/>'])(
    'gets %j of a proxy instead of a stack',
    async (body) => {
      const proxy = createServer((_, response) => response.end(body)).listen(0, '127.0.0.1');
      await once(proxy, 'listening');
      onTestFinished(() => void proxy.close());
      const { port } = proxy.address() as AddressInfo;
      vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', `http://127.0.0.1:${port}`);
      const { code, stderr } = await token('list', ...stack);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^The answer [^\n]+ a proxy[^\n]*\.[^\n]*\n$/);
    },
  );

  it('has no connection', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', 'http://127.0.0.1:1');
    expect(await token('list', ...stack)).toEqual(
      refused('There is no connection (connect ECONNREFUSED 127.0.0.1:1).'),
    );
  });
});
