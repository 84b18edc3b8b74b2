import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { createGateway } from '../../local/gateway.ts';
import type { Invoke } from '../../local/invoke.ts';
import { anyLoopbackPort, startServer } from '../../local/server.ts';

// biome-ignore lint/suspicious/noExplicitAny: events are what the tests look into.
type TestEvent = Record<string, any>;

type TestFunction = (event: TestEvent) => unknown;

interface TestFunctions {
  readonly authorize?: TestFunction;
  readonly create?: TestFunction;
}

/** The gateway on a real socket, in front of functions that are plain functions. */
export async function startTestGateway({
  authorize = () => ({ isAuthorized: true }),
  create = () => ({ statusCode: 200, headers: {}, body: 'created' }),
}: TestFunctions = {}) {
  const authorized: TestEvent[] = [];
  const created: TestEvent[] = [];
  const invoke: Invoke = async (name, event) => {
    (name === 'Authorize' ? authorized : created).push(event);
    return name === 'Authorize' ? authorize(event) : create(event);
  };
  const server = await startServer(anyLoopbackPort, createGateway(invoke));
  onTestFinished(server.close);
  return { ...server, authorized, created };
}

/** Writes the bytes of a request, and reads until the server closes the connection. */
export async function sendBytes(url: string, text: string): Promise<string> {
  let answer = '';
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
  socket.on('data', (data) => {
    answer += data;
  });
  socket.on('error', () => {}).write(text);
  await new Promise((resolve) => socket.once('close', resolve));
  return answer;
}
