import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

interface Paused {
  readonly callFrames: readonly { readonly callFrameId: string }[];
}

interface Evaluated {
  readonly result: { readonly value?: unknown };
}

/** A client for a debugger; it waits until one listens. */
export async function attach(port: number) {
  const targets = await firstAnswer(`http://127.0.0.1:${port}/json`);
  const [{ webSocketDebuggerUrl }] = (await targets.json()) as [{ webSocketDebuggerUrl: string }];
  const { call: send, close, closed, events } = await connect(webSocketDebuggerUrl);
  const seen: { method: string; params: never }[] = [];
  events.on('any', (message) => seen.push(message));
  const client = {
    close,
    closed,
    send,
    /** The parameters of the first event for which `isIt` is true, also if it has come before. */
    async event<Params>(method: string, isIt: (params: Params) => boolean = () => true) {
      for (;;) {
        const index = seen.findIndex((one) => one.method === method && isIt(one.params));
        if (index >= 0) return seen.splice(index, 1)[0]?.params as Params;
        await once(events, 'any');
      }
    },
    /** Waits until the code stops, and evaluates an expression there. */
    async stop(expression: string): Promise<unknown> {
      const { callFrames } = await client.event<Paused>('Debugger.paused');
      const where = { callFrameId: callFrames[0]?.callFrameId, expression };
      const { result } = await client.send<Evaluated>('Debugger.evaluateOnCallFrame', where);
      return result.value;
    },
  };
  return client;
}

/** A client of Chrome's protocol: https://chromedevtools.github.io/devtools-protocol */
async function connect(url: string) {
  const socket = new WebSocket(url);
  const events = new EventEmitter();
  const calls: PromiseWithResolvers<unknown>[] = [];
  socket.addEventListener('message', ({ data }) => {
    const { id, error, result, method, params } = JSON.parse(data);
    if (id === undefined) events.emit('any', { method, params });
    if (id === undefined) events.emit(method, params);
    else if (error) calls[id]?.reject(new Error(error.message));
    else calls[id]?.resolve(result);
  });
  await once(socket, 'open');
  return {
    events,
    closed: once(socket, 'close'),
    call<Result>(method: string, params: object = {}): Promise<Result> {
      const call = Promise.withResolvers<unknown>();
      socket.send(JSON.stringify({ id: calls.push(call) - 1, method, params }));
      return call.promise as Promise<Result>;
    },
    close: () => socket.close(),
  };
}

/** Waits until something listens there. */
async function firstAnswer(url: string): Promise<Response> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer) return answer;
    await delay(50);
  }
}

/** Sets a breakpoint as an editor does: by the URL of a file, and a line from 0. */
export async function setBreakpoint(
  { send }: Awaited<ReturnType<typeof attach>>,
  file: string,
  lineNumber: number,
): Promise<void> {
  await send('Debugger.enable');
  await send('Debugger.setBreakpointByUrl', { url: pathToFileURL(file).href, lineNumber });
}
