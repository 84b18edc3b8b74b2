import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { vi } from 'vitest';

/** An answer of DynamoDB, as the SDK reads it. */
interface StoreAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Brings a call of the SDK to the store. */
export type Apply = () => Promise<StoreAnswer>;

/** What happens to one call of the SDK between a function and its store. */
type StoreFault = (apply: Apply, network: Network) => Promise<StoreAnswer>;

/** The network of one request. */
export interface Network {
  /** The fault of the next call. */
  readonly next: () => StoreFaultName | undefined;
  /** Gets a call that arrives when the test says so. */
  readonly hold: (call: Apply) => void;
  /** The calls that have begun. */
  readonly calls: Promise<unknown>[];
}

function networkError(): Promise<never> {
  const fields = { name: 'TimeoutError', code: 'ETIMEDOUT' };
  return Promise.reject(Object.assign(new Error('a fault of the test'), fields));
}

function refusal(statusCode: number, name: string): StoreAnswer {
  const body = Buffer.from(`{"__type":"com.amazonaws.dynamodb.v20120810#${name}","message":""}`);
  return { statusCode, headers: { 'x-amzn-requestid': 'store' }, body };
}

const storeFaults = {
  'the request is lost': networkError,
  'the answer is lost': (apply) => apply().then(networkError),
  'the request is late': (apply, { hold }) => {
    hold(apply);
    return networkError();
  },
  'the request arrives twice': (apply) => apply().then(apply),
  'the answer is cut': async (apply) => {
    const { body, ...rest } = await apply();
    return { ...rest, body: body.subarray(0, -1) };
  },
  'something else answers {}': async () => {
    return { statusCode: 200, headers: { 'x-amz-request-id': 'proxy' }, body: Buffer.from('{}') };
  },
  'the table is throttled': async () => refusal(400, 'ProvisionedThroughputExceededException'),
  'the store fails before the write': async () => refusal(500, 'InternalServerError'),
  'the store fails after the write': (apply) =>
    apply().then(() => refusal(500, 'InternalServerError')),
  'the instance is gone': () => new Promise(() => {}),
} as const satisfies Record<string, StoreFault>;

export type StoreFaultName = keyof typeof storeFaults;

/** Those after which an instance can go on. */
export const storeFaultNames = (Object.keys(storeFaults) as readonly StoreFaultName[]).filter(
  (name) => name !== 'the instance is gone',
);

const networks = new AsyncLocalStorage<Network>();

/** Sends a request to a function, whose calls of the store then have the faults of this network. */
export function within<Result>(network: Network, send: () => Promise<Result>): Promise<Result> {
  return networks.run(network, send);
}

/** Puts the faults between the SDK and its sockets. Calls outside of `within` have none. */
export async function breakNetwork(): Promise<void> {
  const { requestHandler, retryStrategy } = new DynamoDBClient().config;
  // The classes are of packages that only the SDK needs.
  const sockets = Object.getPrototypeOf(requestHandler);
  const retries = Object.getPrototypeOf(await retryStrategy());
  const { handle } = sockets;
  vi.spyOn(sockets, 'handle').mockImplementation(async function (this: unknown, ...call) {
    const network = networks.getStore();
    if (network === undefined) return handle.apply(this, call);
    const apply = () => {
      const answer = storeAnswerOf(handle.apply(this, call));
      network.calls.push(answer);
      return answer;
    };
    const name = network.next();
    const answer = await (name === undefined ? apply() : storeFaults[name](apply, network));
    return { response: { ...answer, body: Readable.from([answer.body]) } };
  });
  // After many failed calls, the SDK would not try again.
  vi.spyOn(retries, 'getCapacityCost').mockReturnValue(0);
  // It waits for a random time before it tries again.
  vi.spyOn(Math, 'random').mockReturnValue(0);
}

async function storeAnswerOf(
  sent: Promise<{ response: StoreAnswer & { body: Readable } }>,
): Promise<StoreAnswer> {
  const { statusCode, headers, body } = (await sent).response;
  return { statusCode, headers, body: await buffer(body) };
}
