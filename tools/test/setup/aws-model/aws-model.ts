import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { AwsState } from './aws-state.ts';
import { AwsError, type Operation } from './operation.ts';
import { acm } from './services/acm.ts';
import { apigateway } from './services/apigateway.ts';
import { cloudformation } from './services/cloudformation.ts';
import { cloudwatch } from './services/cloudwatch.ts';
import { codedeploy } from './services/codedeploy.ts';
import { dynamodb } from './services/dynamodb.ts';
import { dynamodbStreams } from './services/dynamodb-streams.ts';
import { iam } from './services/iam.ts';
import { kms } from './services/kms.ts';
import { lambda } from './services/lambda.ts';
import { logs } from './services/logs.ts';
import { scheduler } from './services/scheduler.ts';
import { sns } from './services/sns.ts';
import { ssm } from './services/ssm.ts';
import { sts } from './services/sts.ts';
import { protocols, type WireAnswer, type WireRequest } from './wire.ts';

/** AWS's services, by the names with which requests to them are signed. */
const services = {
  acm: { protocol: protocols.json, operations: acm },
  apigateway: { protocol: protocols.rest, operations: apigateway },
  cloudformation: { protocol: protocols.query, operations: cloudformation },
  codedeploy: { protocol: protocols.json, operations: codedeploy },
  // Requests to a stream are signed for the same service.
  dynamodb: { protocol: protocols.json, operations: [...dynamodb, ...dynamodbStreams] },
  iam: { protocol: protocols.query, operations: iam },
  kms: { protocol: protocols.json, operations: kms },
  lambda: { protocol: protocols.rest, operations: lambda },
  logs: { protocol: protocols.json, operations: logs },
  monitoring: { protocol: protocols.json, operations: cloudwatch },
  scheduler: { protocol: protocols.rest, operations: scheduler },
  sns: { protocol: protocols.query, operations: sns },
  ssm: { protocol: protocols.json, operations: ssm },
  sts: { protocol: protocols.query, operations: sts },
} as const;

type ServiceName = keyof typeof services;

/** A call that reached the stand-in. */
export interface AwsCall {
  readonly service: ServiceName;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly input: object;
}

/** How a call is answered in place of its answer. `no answer` keeps the connection open. */
export type Fault = AwsError | 'no answer' | 'closed connection';

/** Returns what a call gets in place of its answer, or nothing. */
type Interference = (call: AwsCall) => Fault | undefined;

export function denied(): AwsError {
  return new AwsError('AccessDeniedException', 403);
}

export function throttled(): AwsError {
  return new AwsError('ThrottlingException', 429);
}

/**
 * A stand-in for AWS: it answers each call from a state that tests can change, and calls change it too. Clients reach it
 * over a socket, so the SDK signs, sends and reads as always.
 * docs/DECISIONS.md says why it is no mock and no emulator.
 */
export async function startAwsModel(state: AwsState) {
  const calls: AwsCall[] = [];
  const model = {
    state,
    calls,
    interfere: (() => undefined) as Interference,
    /** The address of a DynamoDB, for the calls that read and write items. */
    store: undefined as string | undefined,
  };
  const server = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = `${await buffer(request)}`;
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const { method = '', headers } = request;
    const wireRequest = { method, url, headers, body };
    const result = (await answerOfStore(model, wireRequest)) ?? answerTo(model, wireRequest);
    if (result === 'closed connection') response.destroy();
    else if (result !== 'no answer') {
      response.writeHead(result.status, result.headers).end(result.body);
    }
  }
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(model, {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  });
}

interface Model {
  readonly store: string | undefined;
  readonly state: AwsState;
  readonly calls: AwsCall[];
  readonly interfere: Interference;
}

/** Brings a call to the store, if the stand-in itself does not know its operation. */
async function answerOfStore(
  { store, calls }: Model,
  { method, headers, body }: WireRequest,
): Promise<WireAnswer | undefined> {
  const target = `${headers['x-amz-target']}`;
  const [service, operation = ''] = target.split('.');
  const isItsOwn = services.dynamodb.operations.some(({ name }) => name === operation);
  if (store === undefined || !service?.startsWith('DynamoDB') || isItsOwn) return undefined;
  calls.push({ service: 'dynamodb', operation, method, path: '/', input: JSON.parse(body) });
  const { 'content-type': type, authorization, 'x-amz-date': date } = headers;
  const own = { 'content-type': type, authorization, 'x-amz-date': date, 'x-amz-target': target };
  const answer = await fetch(store, { method, headers: own as Record<string, string>, body });
  const kept = ['content-type', 'x-amzn-requestid', 'x-amz-crc32'];
  const entries = kept.flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const text = await answer.text();
  return { status: answer.status, headers: Object.fromEntries(entries), body: text };
}

function answerTo(model: Model, request: WireRequest): WireAnswer | Exclude<Fault, AwsError> {
  const { url, method, headers } = request;
  const [, signedFor = ''] =
    /Credential=[^/]+\/\d+\/[^/]+\/(\w+)\//.exec(String(headers['authorization'])) ?? [];
  if (!(signedFor in services)) throw new Error(`The stand-in has no service ${signedFor}`);
  const service = signedFor as ServiceName;
  const { protocol } = services[service];
  const operations: readonly Operation[] = services[service].operations;
  const understood = protocol.read(request, operations);
  const found = operations.find(({ name }) => name === understood?.operation);
  try {
    if (understood === undefined || found === undefined) {
      const name = understood?.operation ?? `${method} ${url.pathname}`;
      throw new AwsError('UnknownOperationException', 404, `The stand-in does not know ${name}`);
    }
    const call = { service, method, path: url.pathname, ...understood };
    model.calls.push(call);
    const fault = model.interfere(call);
    if (typeof fault === 'string') return fault;
    if (fault !== undefined) throw fault;
    return protocol.answer(found, found.answer(understood.input, model.state));
  } catch (error) {
    if (error instanceof AwsError) return protocol.error(error);
    console.error(error);
    return protocol.error(new AwsError('InternalFailure', 500, String(error)));
  }
}

/** What the stand-in answers to a call in a state, as a text. The call changes the state as always. */
export function answerIn(state: AwsState, { service, operation, input }: AwsCall): string {
  const operations: readonly Operation[] = services[service].operations;
  const found = operations.find(({ name }) => name === operation);
  try {
    return JSON.stringify(found?.answer(input, state));
  } catch (error) {
    return String(error);
  }
}
