import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { createPlantEvent } from '../../../../events.ts';
import { functionFolder } from '../../../../synthesized.ts';

const signed: (string | undefined)[] = [];
const store = createServer(({ headers }, response) => {
  const { authorization = '', 'x-amz-security-token': session } = headers;
  signed.push([/Credential=(\w+)\//.exec(authorization)?.[1], session].join(' '));
  response.setHeader('x-amz-crc32', crc32('{}')).end('{}');
});
await once(store.listen(0, '127.0.0.1'), 'listening');
afterAll(() => store.close());

const call = `require(${JSON.stringify(join(functionFolder('CreatePlant'), 'handler.js'))})
  .handler(${JSON.stringify(createPlantEvent('{"id":1,"name":"Fern"}'))}, {})
  .then(({ body }) => console.log(body))`;

/** Calls the bundle in a process of its own, with nothing but this in its environment. */
async function callWith(environment: Record<string, string>) {
  const { port } = store.address() as AddressInfo;
  const env = {
    PLANTS_TABLE_NAME: 'Plants',
    AWS_REGION: 'eu-central-1',
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
    AWS_EC2_METADATA_DISABLED: 'true',
    ...environment,
  };
  return promisify(execFile)(process.execPath, ['-e', call], { env, cwd: tmpdir() });
}

const keys = { AWS_ACCESS_KEY_ID: 'AKIDENV', AWS_SECRET_ACCESS_KEY: 'secret' };

it('signs with the keys in the environment, as Lambda and sam local put them there', async () => {
  signed.length = 0;
  await callWith({ ...keys, AWS_SESSION_TOKEN: 'session' });
  await callWith(keys);
  expect(signed).toEqual(['AKIDENV session', 'AKIDENV ']);
});

it('names the variables if they are not set', async () => {
  signed.length = 0;
  const { stdout, stderr } = await callWith({ AWS_PROFILE: 'garden' });
  expect(JSON.parse(stdout)).toMatchObject({ error: 1000 });
  expect(stderr).toContain(
    'There are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  );
  expect(signed).toEqual([]);
});
