import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { inTime } from './in-time.ts';

interface Paused {
  readonly callFrames: readonly { readonly callFrameId: string }[];
}

/** Attaches a debugger: https://chromedevtools.github.io/devtools-protocol */
export async function attach(port: number) {
  const targets = await fetch(`http://127.0.0.1:${port}/json`);
  const [{ webSocketDebuggerUrl }] = (await targets.json()) as [{ webSocketDebuggerUrl: string }];
  const socket = new WebSocket(webSocketDebuggerUrl);
  const calls: PromiseWithResolvers<{ result: { value?: unknown } }>[] = [];
  const paused = Promise.withResolvers<Paused>();
  socket.addEventListener('message', ({ data }) => {
    const { id, error, result, method, params } = JSON.parse(data);
    if (method === 'Debugger.paused') paused.resolve(params);
    if (error) calls[id]?.reject(new Error(error.message));
    else calls[id]?.resolve(result);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of calls) reject(new Error('The process has gone'));
  });
  await inTime(once(socket, 'open'), 'a debugger is attached');
  function send(method: string, params: object = {}) {
    const call = Promise.withResolvers<{ result: { value?: unknown } }>();
    socket.send(JSON.stringify({ id: calls.push(call) - 1, method, params }));
    return call.promise;
  }
  return {
    close: () => socket.close(),
    send,
    /** Sets a breakpoint as an editor does: by the URL of a file, and a line from 0. */
    async setBreakpoint(file: string, lineNumber: number): Promise<void> {
      await send('Debugger.enable');
      await send('Debugger.setBreakpointByUrl', { url: pathToFileURL(file).href, lineNumber });
    },
    /** Waits until the code stops for the first time, and evaluates an expression there. */
    async stop(expression: string): Promise<unknown> {
      const [frame] = (await paused.promise).callFrames;
      const where = { callFrameId: frame?.callFrameId, expression };
      return (await send('Debugger.evaluateOnCallFrame', where)).result.value;
    },
  };
}
