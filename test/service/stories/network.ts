import { Readable } from 'node:stream';
import type { Answer } from './store.ts';
import { failure } from './store.ts';
import type { Process, World } from './virtual-time.ts';

/** What the SDK gives its request handler. */
interface Request {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** A request on its way to a store. */
interface Delivery {
  readonly world: World;
  /** Brings the request to the store, and returns the store's answer. */
  readonly apply: () => Promise<Answer>;
}

/** An answer as the SDK gets it: the body may still arrive. */
type Response = Omit<Answer, 'body'> & { readonly body: Uint8Array | Readable };
type Fault = (delivery: Delivery) => Promise<Response>;

const never = new Promise<never>(() => {});
const html = Buffer.from('<html><body>Service Unavailable</body></html>');

/** What can happen to a request between a function and its store. */
const faults = {
  'the request is lost': () => never,
  'the answer is lost': ({ apply }) => apply().then(() => never),
  'the connection is refused': () => Promise.reject(networkError('ECONNREFUSED')),
  'the connection breaks before the store': () => Promise.reject(networkError('ECONNRESET')),
  'the connection breaks after the store': ({ apply }) =>
    apply().then(() => Promise.reject(networkError('ECONNRESET'))),
  'the request is late': async ({ world, apply }) => {
    await world.wait(world.random.below(4_000));
    return apply();
  },
  'the answer is late': async ({ world, apply }) => {
    const answer = await apply();
    await world.wait(world.random.below(4_000));
    return answer;
  },
  'the request arrives twice': async ({ world, apply }) => {
    void world.wait(world.random.below(4_000)).then(apply);
    return apply();
  },
  'the answer comes in drops': async ({ world, apply }) => {
    const answer = await apply();
    const body = new Readable({ read: () => {} });
    void (async () => {
      for (const byte of answer.body) {
        await world.wait(900);
        body.push(Buffer.of(byte));
      }
      await world.wait(20_000);
      body.push(null);
    })();
    return { ...answer, body };
  },
  'the answer is cut short': altered(({ body, ...rest }) => ({ ...rest, body: body.subarray(1) })),
  'the answer is empty': altered((answer) => ({ ...answer, headers: {}, body: Buffer.alloc(0) })),
  'something else answers {}': async () => ({
    statusCode: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{}'),
  }),
  'something else answers 204': async () => ({
    statusCode: 204,
    headers: {},
    body: Buffer.alloc(0),
  }),
  'something else answers 503': async () => ({
    statusCode: 503,
    headers: { 'content-type': 'text/html' },
    body: html,
  }),
  'the store throttles its table': async () =>
    failure(400, 'ProvisionedThroughputExceededException'),
  'the store throttles its account': async () => failure(400, 'ThrottlingException'),
  'the store fails before the write': async () => failure(500, 'InternalServerError'),
  'the store fails after the write': altered(() => failure(500, 'InternalServerError')),
} satisfies Record<string, Fault>;

const names = Object.keys(faults) as (keyof typeof faults)[];

/** Changes the answer to a successful write. The SDK and the function treat a broken refusal as a refusal. */
function altered(alter: (answer: Answer) => Answer): Fault {
  return async ({ apply }) => {
    const answer = await apply();
    return answer.statusCode === 200 ? alter(answer) : answer;
  };
}

function networkError(code: string): Error {
  return Object.assign(new Error(code), { name: 'TimeoutError', code });
}

export interface Network {
  readonly world: World;
  /** The part of requests that a fault hits. */
  readonly faultShare: () => number;
  readonly log: (line: string) => void;
}

/** The time limit of the SDK's own request handler, as functions/shared/document-client.ts sets it. */
export interface Timeouts {
  readonly requestTimeout?: number;
  readonly throwOnRequestTimeout?: boolean;
}

/** A region's store, as an instance sees it. */
interface Store {
  readonly apply: (request: Request) => Promise<Answer>;
  readonly onAttempt: (fault: string | undefined) => void;
}

/** A request handler for the SDK: the connections of one instance to the store of its region. */
export function connections(
  { world, faultShare, log }: Network,
  instance: Process,
  timeouts: Promise<Timeouts>,
  { apply, onAttempt }: Store,
) {
  const wires: Process = { isAlive: true };
  const deliver = (request: Request): Promise<Response> => {
    const fault = world.random.chance(faultShare()) ? world.random.pick(names) : undefined;
    onAttempt(fault);
    if (fault !== undefined) log(`         ${fault}`);
    const delivery = {
      world,
      apply: async () => {
        await world.wait(1 + world.random.below(20));
        const answer = await apply(request);
        await world.wait(1 + world.random.below(20));
        return answer;
      },
    };
    return fault === undefined ? delivery.apply() : faults[fault](delivery);
  };
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    destroy: () => {},
    handle: async (request: Request, { abortSignal }: { abortSignal?: AbortSignal } = {}) => {
      const { requestTimeout = 0, throwOnRequestTimeout = false } = await timeouts;
      if (!instance.isAlive) return never;
      return new Promise<{ response: Response }>((resolve, reject) => {
        const abort = (response?: Response) => {
          const error = Object.assign(new Error('aborted'), { name: 'AbortError' });
          reject(error);
          if (response?.body instanceof Readable) response.body.destroy(error);
        };
        if (abortSignal?.aborted) return abort();
        abortSignal?.addEventListener('abort', () => abort(), { once: true });
        if (throwOnRequestTimeout) {
          void world.wait(requestTimeout).then(() => reject(networkError('ETIMEDOUT')));
        }
        // A request that was sent arrives, even if its instance is killed.
        world
          .runIn(wires, () => deliver(request))
          .then((response) => {
            abortSignal?.addEventListener('abort', () => abort(response), { once: true });
            resolve({ response });
          }, reject);
      });
    },
  };
}
