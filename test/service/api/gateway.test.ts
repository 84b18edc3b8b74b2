import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, inject, it } from 'vitest';
import type { NewPlant } from '../../../functions/create-plant/plant.ts';
import { exactJson } from '../../../functions/http/answer.ts';
import { routes } from '../../../functions/service.ts';
import { createToken } from '../../../tools/commands/token/create-token.ts';
import { type Command, run } from '../../../tools/test/setup/command.ts';
import { exampleAnswer, exampleJson, path } from '../../../tools/test/setup/contract.ts';
import { slow } from '../../../tools/test/setup/slow.ts';
import { temporaryFolder } from '../../../tools/test/setup/temporary-folder.ts';
import { example, similarExamples } from '../../examples.ts';
import { contradictions, createHistory } from '../histories/history.ts';
import { brokenPromises } from '../histories/outside.ts';
import { idsOfRun, newId } from './cases.ts';
import { parsed } from './conformity.ts';
import { describeApi } from './suite.ts';

const data = temporaryFolder();
// Not a hook for each start: Vitest takes no new hook inside a test.
const ends: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));
/** `npm start` in a process of its own, always on the same folder and port. */
async function start(port = 0) {
  const options = ['--json', '--data', data, '--port', `${port}`, '--dynamodb-port', '0'];
  const whenDone = (end: () => Promise<void>) => ends.push(end);
  const command = run('tools/commands/start/main.ts', options, { whenDone });
  return { ...JSON.parse(await command.line()), command } as {
    url: string;
    token: string;
    command: Command;
  };
}

const target = inject('target');
let local = target ? undefined : await start();
const { token, urls } = target ?? { token: `${local?.token}`, urls: [`${local?.url}`] };
afterAll(() => {
  if (target === null) return;
  // Nobody can delete a plant through the API.
  console.log(`The plants of this run stay in the table of ${urls.join(', ')}: ids ${idsOfRun()}.`);
});

const json = { 'content-type': 'application/json' };
const authorized = { ...json, authorization: `Bearer ${token}` };

/** The requests that were answered 2xx: the method and the path. */
const served = new Set<string>();

async function send(method: string, address: string, init: RequestInit = {}) {
  const response = await fetch(address, { method, ...init });
  if (response.ok) served.add(`${method} ${new URL(address).pathname}`);
  const type = response.headers.get('content-type') ?? undefined;
  return {
    status: response.status,
    headers: { 'content-type': type },
    body: await response.text(),
  };
}

function post(url: string, headers: Record<string, string>, body?: string | Uint8Array) {
  // Bytes: for a text, fetch would add a content type of its own.
  const sent = body !== undefined && { body: Buffer.from(body) };
  return send('POST', url + path, { headers, ...sent });
}

describe.each(urls)('%s', (url) => {
  describeApi(target ? url : 'the local gateway', async ({ body, contentType }) => {
    const { authorization } = authorized;
    const type = contentType === undefined ? {} : { 'content-type': contentType };
    const answer = await post(url, { authorization, ...type }, body);
    return { ...answer, body: parsed(answer.body) };
  });

  it.each([
    ['no token', json, 401, 'Unauthorized'],
    ['a malformed token', { ...json, authorization: 'Bearer x' }, 403, 'Forbidden'],
    ['an unknown token', { ...json, authorization: `Bearer ${createToken()}` }, 403, 'Forbidden'],
  ])('refuses %s before the request reaches the function', async (_, headers, status, message) => {
    const answer = await post(url, headers, exampleJson());
    expect({ ...answer, body: JSON.parse(answer.body) }).toMatchObject({
      status,
      body: { message },
    });
  });

  it('ignores a Content-Encoding, and never decompresses a body', async () => {
    const headers = { ...authorized, 'content-encoding': 'gzip' };
    const id = newId();
    const body = exampleJson(id);
    expect(await post(url, headers, body)).toMatchObject({ status: 200, body: exampleAnswer(id) });
    const { status, body: refusal } = await post(url, headers, gzipSync(body));
    expect({ status, error: JSON.parse(refusal).error }).toEqual({ status: 400, error: 1001 });
  });

  it(
    'keeps its promises though requests and answers are lost, late or repeated',
    slow,
    async () => {
      expect(await brokenPromises({ url, token }, { numRuns: target ? 20 : 8 })).toBeUndefined();
    },
  );
});

it(
  'all answers to clients that write the same id at the same time agree, though the service is killed',
  slow,
  async () => {
    const { creates, record } = createHistory();
    const create = (url: string, plant: NewPlant) =>
      record(plant, () =>
        // If the service is killed, there is no answer.
        post(url, authorized, exactJson(plant)).catch(() => ({ status: 0, body: '' })),
      );
    const id = newId();
    const plants = similarExamples.map((fields) => ({ ...example(id), ...fields }));
    const clients = Array.from({ length: local ? 3 : 1 }, () => urls).flat();
    const all = plants.flatMap((plant) => clients.map((url) => () => create(url, plant)));
    // A new account of AWS can run ten functions at once.
    const sent = all.slice(0, local ? all.length : 6).map((one) => one());
    await sent[0];
    if (local) {
      local.command.signal('SIGKILL');
      await local.command.ends();
      local = await start(Number(new URL(local.url).port));
    }
    await Promise.all(sent);
    // A client that got no certain answer sends its plant again.
    for (const plant of plants) await create(urls[0] ?? '', plant);
    const answers = (kind: string) => creates.filter(({ answer }) => answer === kind);
    expect(contradictions(creates)).toEqual([]);
    expect(answers('stored').length).toBeGreaterThan(0);
    expect(answers('taken').length).toBeGreaterThan(0);
    // No answer does not say whether the plant is stored.
    expect(answers('unknown').length > 0).toBe(local !== undefined);
  },
);

it('each route has served a request', () => {
  const unserved = routes.filter(({ method, path: route }) => {
    const form = RegExp(`^${method} ${route.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return ![...served].some((request) => form.test(request));
  });
  expect(unserved, 'each route of functions/service.ts needs a test here, which uses send').toEqual(
    [],
  );
});
