import dns from 'node:dns';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, it, vi } from 'vitest';
import { failures } from '../../../functions/create-plant/failure.ts';
import { type Answer, type Hook, passOn, startDynamodbProxy } from '../../setup/dynamodb-proxy.ts';
import { startDynamodb } from '../../setup/embedded-dynamodb.ts';
import { plantAnswer, plantItem, plantJson, plantKey, plantPart } from '../../setup/plants.ts';
import { context, createPlantEvent } from '../../setup/test-events.ts';

const dynamodb = await startDynamodb();
let hook = passOn;
let hasName = true;
const store = await startDynamodbProxy({
  store: dynamodb.url,
  hook: (response, ...call) => {
    // Each attempt needs a new connection, and looks up the store's name.
    response.setHeader('connection', 'close');
    return hook(response, ...call);
  },
});
afterAll(async () => {
  store.stop();
  direct.destroy();
  await dynamodb.stop();
});

type LookUp = [
  host: string,
  options: object,
  found: (error: Error | null, addresses: dns.LookupAddress[]) => void,
];
const noName = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
// No socket can cause a DNS failure, so the look-up is replaced.
const lookUp = vi.spyOn(dns, 'lookup').mockImplementation(((...[, , found]: LookUp) => {
  found(hasName ? null : noName, [{ address: '127.0.0.1', family: 4 }]);
}) as never);

vi.spyOn(console, 'info').mockImplementation(() => {});
const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
const error = vi.spyOn(console, 'error').mockImplementation(() => {});
vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', store.url.replace('127.0.0.1', 'store.test'));
vi.stubEnv('PLANTS_TABLE_NAME', 'Plants');
// One instance for all faults: it must survive them.
const { handler } = await import('../../../functions/create-plant/handler.ts');

async function send(id: number, name: string, milliseconds = 10_000) {
  const event = createPlantEvent(plantJson(id, name));
  const { headers, body } = await handler(event, context(milliseconds));
  return { retryAfter: headers['retry-after'], body: JSON.parse(body) };
}

/** Sends as a client does, which repeats a request after error 1006. */
async function sendUntilAnswered(id: number, name: string): Promise<unknown> {
  const { body } = await send(id, name);
  return body.error === 1006 ? sendUntilAnswered(id, name) : body;
}

const direct = new DynamoDBClient({ endpoint: dynamodb.url });
async function stored(id: number) {
  const Key = plantKey(id);
  const { Item } = await direct.send(new GetItemCommand({ TableName: 'Plants', Key }));
  return plantPart(Item);
}

const reset: Hook = ({ socket }) => socket?.resetAndDestroy();

function afterApply(hook: Hook): Hook {
  return async (response, apply, call) => {
    await apply();
    await hook(response, apply, call);
  };
}

/** Each attempt has its own fault. */
function inTurn(...hooks: readonly Hook[]): Hook {
  let attempt = 0;
  return (...call) => {
    attempt += 1;
    return hooks[(attempt - 1) % hooks.length]?.(...call);
  };
}

/** The store does the request and answers it, but the answer changes on its way. */
function altered(alter: (response: ServerResponse, answer: Answer) => unknown): Hook {
  return async (response, apply) => alter(response, await apply());
}

/** Sends the answer without its first byte, but with its length. */
function half(then: (response: ServerResponse) => unknown): Hook {
  return altered((response, { headers, body }) =>
    response
      .writeHead(200, { ...headers, 'content-length': body.length })
      .write(body.subarray(1), () => then(response)),
  );
}

const byteAtATime = altered(async (response, { headers }) => {
  response.writeHead(200, headers);
  while (!response.destroyed) {
    response.write(' ');
    await sleep(300);
  }
});

const { unavailable } = failures;
/** PROTOCOL.md says so. */
const maxAttempts = 3;
/** The shortest time limit of the client. */
const connectionMilliseconds = 500;

interface Fault {
  /** Undefined: the name of the store is not found. */
  readonly hook?: Hook;
  readonly attempts: number;
  /** The cause in the log line. */
  readonly cause: RegExp;
  /** The milliseconds until Lambda ends the function. */
  readonly remaining?: number;
}

/** Faults that only real sockets have, and answers that the SDK reads in its own way. The stories have all the others. */
const faults: Readonly<Record<string, Fault>> = {
  'DNS failure': { attempts: maxAttempts, cause: /ENOTFOUND/ },
  'reset within the answer': {
    hook: half(({ socket }) => socket?.resetAndDestroy()),
    attempts: maxAttempts,
    cause: /aborted/,
  },
  'reset before the write, then after it, then a hang within the answer': {
    hook: inTurn(
      reset,
      ...Array(maxAttempts - 2).fill(afterApply(reset)),
      half(() => {}),
    ),
    attempts: maxAttempts,
    cause: /timed out|exceeded the configured \d+ ms/,
  },
  'an answer a byte at a time': {
    hook: byteAtATime,
    attempts: 1,
    cause: /"cause":"/,
    remaining: 1_100,
  },
};

it.each(Object.entries(faults))('%s', async (name, fault) => {
  const id = Object.keys(faults).indexOf(name);
  hasName = fault.hook !== undefined;
  hook = fault.hook ?? passOn;
  let answered: Awaited<ReturnType<typeof send>>;
  let logged: string;
  let isExpected: boolean;
  let start: number;
  // The client's time limits are real. If the machine can have used one up, and not the fault, the plant is sent again.
  do {
    vi.clearAllMocks();
    start = performance.now();
    answered = await send(id, 'Fern', fault.remaining);
    logged = JSON.stringify([warn, error].flatMap(({ mock }) => mock.calls));
    isExpected = fault.cause.test(logged) && lookUp.mock.calls.length === fault.attempts;
  } while (!isExpected && performance.now() - start > connectionMilliseconds);

  expect(answered).toEqual({
    retryAfter: unavailable.retryAfter,
    body: { error: unavailable.error, message: expect.stringMatching(/\w/) },
  });
  expect(logged).toMatch(fault.cause);
  expect(JSON.parse(logged)).toMatchObject([[{ error: unavailable.error }]]);
  expect(logged).not.toContain('Fern');
  expect(console[unavailable.level]).toHaveBeenCalledOnce();
  expect(lookUp).toHaveBeenCalledTimes(fault.attempts);
  expect([undefined, plantItem(id, 'Fern')]).toContainEqual(await stored(id));

  // After the fault, the same instance serves the client that tries again, and reports a true conflict.
  hasName = true;
  hook = passOn;
  expect(await sendUntilAnswered(id, 'Fern')).toEqual(JSON.parse(plantAnswer(id, 'Fern')));
  expect(await sendUntilAnswered(id, 'Moss')).toMatchObject({ error: 1004 });
  expect(await stored(id)).toEqual(plantItem(id, 'Fern'));
});
