import { readdirSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createToken } from '../../../commands/token/create-token.ts';
import { startService } from '../../../local/local-service.ts';
import { exampleJson, path } from '../../setup/contract.ts';
import { slow } from '../../setup/slow.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';
import { token } from './run-token.ts';

const folder = temporaryFolder();
const data = ['--data', folder];
// Variables of an account, which must not lead away from this machine.
vi.stubEnv('AWS_REGION', 'us-east-1');
vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'http://127.0.0.1:1');
vi.stubEnv('AWS_USE_FIPS_ENDPOINT', 'true');

it('needs a store, and creates none', async () => {
  expect(await token('list', ...data)).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(folder),
  });
  expect(readdirSync(folder)).toEqual([]);
});

it('shares the tables of npm start, which refuses a token after its revoke', slow, async () => {
  const run = await startService({ data: folder });
  onTestFinished(run.close);
  const { stdout } = await token('create', '--client', 'live', ...data);
  const status = async () => {
    const headers = {
      authorization: `Bearer ${stdout.trim()}`,
      'content-type': 'application/json',
    };
    const request = { method: 'POST', headers, body: exampleJson() };
    return (await fetch(run.url + path, request)).status;
  };
  expect(await status()).toBe(200);
  expect(await token('revoke', stdout.trim(), ...data)).toEqual({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining(folder),
  });
  expect(await status()).toBe(403);
  // Somebody forgot --stack.
  const elsewhere = createToken();
  const { code, stderr } = await token('revoke', elsewhere, ...data);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(folder) });
  expect(stderr).not.toContain(elsewhere);
});
