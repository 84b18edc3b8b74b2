import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { createGateway } from '../../../../tools/local/gateway/gateway.ts';
import { startServer } from '../../../../tools/local/gateway/http-server.ts';
import { faultOf, type Invocation } from '../../../../tools/local/lambda/invocation.ts';
import { anyLoopbackPort } from '../../../../tools/local/machine/own-server.ts';
import { readTemplate } from '../../../../tools/local/template/service-model.ts';
import { type SmallTemplate, smallAssets, smallTemplate } from '../small-template.ts';

type TestFunction = (event: TestEvent) => unknown;

// biome-ignore lint/suspicious/noExplicitAny: events are what the tests look into.
type TestEvent = Record<string, any>;

export type TestGateway = Awaited<ReturnType<typeof testGateway>>;

interface TestRequest {
  readonly method?: string;
  readonly path?: string;
  /** Names and values in turn. */
  readonly headers?: readonly string[];
  readonly body?: string | Buffer;
}

type TestSettings = SmallTemplate & {
  readonly create?: TestFunction;
  readonly authorize?: TestFunction;
};

/** A gateway on a real socket, in front of functions that are plain functions. */
export async function testGateway(settings: TestSettings = {}) {
  const { create = () => ({ statusCode: 200 }), authorize = () => ({ isAuthorized: true }) } =
    settings;
  const functions = { Create: create, Authorize: authorize };
  const events: Record<keyof typeof functions, TestEvent[]> = { Create: [], Authorize: [] };
  const records: { status: number; id: string }[] = [];
  const logs: string[] = [];
  const invoke = async (name: string, payload: string): Promise<Invocation> => {
    const event = JSON.parse(payload) as TestEvent;
    events[name as 'Create'].push(event);
    return { result: await outcome(functions[name as 'Create'], event), cold: false, logs: [] };
  };
  const gateway = createGateway(readTemplate(smallTemplate(settings), smallAssets), invoke);
  const server = await startServer({
    address: anyLoopbackPort,
    handle: gateway.handle,
    onAnswer: ({ id }, { answer }) => records.push({ status: answer.status, id }),
    onLog: (line) => logs.push(line),
  });
  onTestFinished(server.close);
  const port = Number(new URL(server.url).port);
  return {
    port,
    events,
    records,
    logs,
    send: (request?: TestRequest) => send(port, request),
    sendBytes: (text: string) => sendBytes(port, text),
    close: server.close,
  };
}

/** Stands for a result that is not JSON. */
export const invalid = Symbol('invalid');

async function outcome(run: TestFunction, event: TestEvent): Promise<Invocation['result']> {
  try {
    const value = await run(event);
    if (value === invalid) return { kind: 'returned', payload: 'not JSON' };
    return { kind: 'returned', payload: JSON.stringify(value ?? null) };
  } catch (error) {
    return { kind: 'failed', fault: faultOf('Error', String(error)) };
  }
}

const authorization = ['Authorization', 'Bearer foo'];

async function send(port: number, request: TestRequest = {}) {
  const { method = 'POST', path = '/plants', headers = authorization, body = '' } = request;
  const isFramed = headers.some((name) => /^(content-length|transfer-encoding)$/i.test(name));
  const framing = isFramed ? [] : ['Content-Length', String(Buffer.byteLength(body))];
  const all = ['Host', 'localhost', ...headers, ...framing];
  const outgoing = httpRequest({ port, host: '127.0.0.1', method, path, headers: all });
  // The gateway can answer, and then close the connection, before it has read the whole body.
  outgoing.on('error', () => {}).end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: await textOf(answer) };
}

/** Writes the bytes of a request, and reads until the gateway closes the connection. */
async function sendBytes(port: number, text: string): Promise<string> {
  let answer = '';
  const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(text));
  socket.on('data', (data) => {
    answer += data;
  });
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('close', resolve));
  return answer;
}
