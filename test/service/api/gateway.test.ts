import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createToken } from '../../../tools/commands/token/create-token.ts';
import { type Command, startCommand } from '../../../tools/test/setup/command.ts';
import { contract, exampleAnswer, exampleJson, path } from '../../../tools/test/setup/contract.ts';
import { slow } from '../../../tools/test/setup/slow.ts';
import { temporaryFolder } from '../../../tools/test/setup/temporary-folder.ts';
import { newNumber } from '../../examples.ts';
import type { Item } from '../../setup/effect.ts';
import { operations } from '../../setup/operations.ts';
import { httpRequest } from '../../setup/test-events.ts';
import {
  certainAnswerOf,
  createHistory,
  historyText,
  learn,
  orderOf,
} from '../histories/history.ts';
import { brokenPromises } from '../histories/outside.ts';
import { type Step, stepsTo } from '../histories/stored.ts';
import { idsOfRun } from './cases.ts';
import { answerViolations, parsed } from './conformity.ts';
import { describeApi } from './suite.ts';

const data = temporaryFolder();
// Not a hook for each start: Vitest takes no new hook inside a test.
const ends: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));
/** `npm start` in a process of its own, always on the same folder and port. */
async function start(port = 0) {
  const options = ['--json', '--data', data, '--port', `${port}`, '--dynamodb-port', '0'];
  const whenDone = (end: () => Promise<void>) => ends.push(end);
  const command = startCommand('tools/commands/start/main.ts', options, { whenDone });
  return { ...JSON.parse(await command.line()), command } as {
    url: string;
    token: string;
    command: Command;
  };
}

const stage = inject('testedStage');
let local = stage ? undefined : await start();
const { token, urls } = stage ?? { token: `${local?.token}`, urls: [`${local?.url}`] };
afterAll(() => {
  if (stage === null) return;
  // Nobody can delete a plant through the API.
  console.log(`The plants of this run stay in the table of ${urls.join(', ')}: ids ${idsOfRun()}.`);
});

const json = { 'content-type': 'application/json' };
const authorized = { ...json, authorization: `Bearer ${token}` };

async function send(method: string, address: string, init: RequestInit = {}) {
  const response = await fetch(address, { method, ...init });
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

/** Sends a request to any operation. */
function request(url: string, { operation, request }: Step) {
  const { method, path, body } = httpRequest(operation, request);
  return send(method, url + path, { headers: authorized, ...(body !== undefined && { body }) });
}

// Only the table says who has stored an item, and when.
const sender = { client: '', lastFour: '', time: '' };

describe.each(urls)('%s', (url) => {
  describeApi(stage ? url : 'the local gateway', async ({ body, contentType }) => {
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

  it('answers what each effect.ts in test/functions says', slow, async () => {
    let stored: Item | undefined;
    const served = new Set<string>();
    const steps = stepsTo(newNumber(), 2, sender);
    // The second time, each request finds what all of them have left.
    for (const step of [...steps, ...steps]) {
      const { functionName, method, path, effect } = step.operation;
      const then = effect(stored, step.request);
      const answered = await learn(() => request(url, step));
      const answer = certainAnswerOf(answered);
      expect({ functionName, answer }).toEqual({ functionName, answer: then.answer });
      const promised = contract.paths[path][method.toLowerCase()];
      expect(answerViolations({ ...answered, body: parsed(answered.body) }, promised)).toEqual([]);
      stored = then.stored;
      if (answer?.error === undefined) served.add(functionName);
    }
    const all = operations.map(({ functionName }) => functionName);
    expect([...served], 'the requests of its effect.ts').toEqual(all);
  });

  it('ignores a Content-Encoding, and never decompresses a body', async () => {
    const headers = { ...authorized, 'content-encoding': 'gzip' };
    const number = newNumber();
    const body = exampleJson(number);
    const answer = { status: 200, body: exampleAnswer(number) };
    expect(await post(url, headers, body)).toMatchObject(answer);
    const { status, body: refusal } = await post(url, headers, gzipSync(body));
    expect({ status, error: JSON.parse(refusal).error }).toEqual({ status: 400, error: 1001 });
  });

  it(
    'keeps its promises though requests and answers are lost, late or repeated',
    slow,
    async () => {
      expect(await brokenPromises({ url, token }, { numRuns: stage ? 20 : 8 })).toBeUndefined();
    },
  );
});

it(
  'an order explains all answers to clients that use one id at the same time, though the service is killed',
  slow,
  async () => {
    const { requests, record } = createHistory();
    const ask = (url: string, step: Step) => {
      const { functionName: name, effect } = step.operation;
      return record({ name, effect, sent: step.request }, () =>
        // If the service is killed, there is no answer.
        request(url, step).catch(() => ({ status: 0, body: '' })),
      );
    };
    const steps = stepsTo(newNumber(), local ? Infinity : 2, sender);
    const clients = Array.from({ length: local ? 3 : 1 }, () => urls).flat();
    const all = steps.flatMap((step) => clients.map((url) => () => ask(url, step)));
    // A new account of AWS can run ten functions at once.
    const sent = all.slice(0, local ? all.length : 6).map((one) => one());
    await sent[0];
    if (local) {
      local.command.signal('SIGKILL');
      await local.command.ends();
      local = await start(Number(new URL(local.url).port));
    }
    await Promise.all(sent);
    // A client that got no certain answer sends its request again.
    for (const step of steps) await ask(urls[0] ?? '', step);
    expect(orderOf(requests, undefined), historyText(requests)).toBeDefined();
    const known = requests.filter(({ answer }) => answer !== undefined);
    expect(new Set(known.map(({ answer }) => answer?.error !== undefined)).size).toBe(2);
    // No answer does not say whether the request was done.
    expect(known.length < requests.length).toBe(local !== undefined);
  },
);
