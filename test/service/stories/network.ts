import type { documentClient } from '../../../functions/shared/document-client.ts';
import { type Answer, failure } from './store.ts';
import type { Process, World } from './virtual-time.ts';

export type DocumentClient = ReturnType<typeof documentClient>;

/** An instance of a function, with the attempts of its current call to reach the store. */
export interface Instance extends Process {
  attempts: number;
}

export interface Network {
  readonly world: World;
  /** The part of the requests that a fault hits. */
  readonly faultShare: () => number;
}

/** The parts of the SDK's request that a store reads. */
interface Request {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** `apply` brings a request to its store. `late` waits for a while, longer or shorter than the SDK does. */
interface Delivery {
  readonly apply: () => Promise<Answer>;
  readonly late: () => Promise<void>;
}

type Fault = (delivery: Delivery) => Promise<Answer>;

const never = new Promise<never>(() => {});

/**
 * The faults that can hit a request between a function and its store. An answer a byte at a time is in
 * test/service/faults, over a real socket.
 */
const faults: Readonly<Record<string, Fault>> = {
  'the request is lost': () => never,
  'the answer is lost': ({ apply }) => apply().then(() => never),
  'the connection is refused': () => Promise.reject(networkError('ECONNREFUSED')),
  'the connection breaks before the store': () => Promise.reject(networkError('ECONNRESET')),
  'the connection breaks after the store': ({ apply }) =>
    apply().then(() => Promise.reject(networkError('ECONNRESET'))),
  'the request is late': ({ apply, late }) => late().then(apply),
  'the answer is late': async ({ apply, late }) => {
    const answer = await apply();
    await late();
    return answer;
  },
  'the request arrives twice': ({ apply, late }) => {
    void late().then(apply);
    return apply();
  },
  'the answer is cut short': altered(({ body, ...rest }) => ({ ...rest, body: body.subarray(1) })),
  'the answer is empty': altered((answer) => ({ ...answer, headers: {}, body: Buffer.alloc(0) })),
  'something else answers {}': proxy(200, 'application/json', '{}'),
  'something else answers 204': proxy(204, 'text/plain', ''),
  'something else answers 503': proxy(503, 'text/html', '<html>Service Unavailable</html>'),
  'the table is throttled': async () => failure(400, 'ProvisionedThroughputExceededException'),
  'the account is throttled': async () => failure(400, 'ThrottlingException'),
  'the store fails before the write': async () => failure(500, 'InternalServerError'),
  'the store fails after the write': altered(() => failure(500, 'InternalServerError')),
};

/** Changes the answer to a successful request. A broken refusal would still be a refusal. */
function altered(alter: (answer: Answer) => Answer): Fault {
  return async ({ apply }) => {
    const answer = await apply();
    return answer.statusCode === 200 ? alter(answer) : answer;
  };
}

function proxy(statusCode: number, type: string, text: string): Fault {
  return async () => ({ statusCode, headers: { 'content-type': type }, body: Buffer.from(text) });
}

function networkError(code: string): Error {
  return Object.assign(new Error(code), { name: 'TimeoutError', code });
}

/** Connects the client of an instance to a store, with the time limits of the client's own connections. */
export function connect(
  { world, faultShare }: Network,
  instance: Instance,
  client: DocumentClient,
  store: (target: string, body: string) => Promise<Answer>,
): void {
  const { configProvider } = client.config.requestHandler as unknown as {
    configProvider: Promise<{ requestTimeout?: number; throwOnRequestTimeout?: boolean }>;
  };
  // A request that was sent arrives, even if its instance is killed.
  const wires: Process = { isAlive: true };
  const deliver = ({ headers, body }: Request): Promise<Answer> => {
    const isHit = world.random.chance(faultShare());
    const fault = isHit ? world.random.pick(Object.keys(faults)) : undefined;
    instance.attempts += 1;
    const hop = () => world.wait(1 + world.random.below(20));
    const apply = async () => {
      await hop();
      const answer = await store(headers['x-amz-target'] ?? '', new TextDecoder().decode(body));
      await hop();
      return answer;
    };
    if (fault === undefined) return apply();
    world.log(`         ${fault}`);
    const late = () => world.wait(world.random.below(4_000));
    return (faults[fault] as Fault)({ apply, late });
  };
  const handle = async (request: Request, { abortSignal }: { abortSignal?: AbortSignal } = {}) => {
    const { requestTimeout = 0, throwOnRequestTimeout = false } = await configProvider;
    if (!instance.isAlive) return never;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const aborted = Object.assign(new Error('aborted'), { name: 'AbortError' });
    if (abortSignal?.aborted) throw aborted;
    abortSignal?.addEventListener('abort', () => reject(aborted));
    if (throwOnRequestTimeout) {
      void world.wait(requestTimeout).then(() => reject(networkError('ETIMEDOUT')));
    }
    world.runIn(wires, () => deliver(request)).then(resolve, reject);
    return { response: await promise };
  };
  client.config.requestHandler = { metadata: { handlerProtocol: 'http/1.1' }, handle } as never;
}
