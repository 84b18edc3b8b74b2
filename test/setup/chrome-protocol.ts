import { EventEmitter, once } from 'node:events';

/** A client of Chrome's protocol: https://chromedevtools.github.io/devtools-protocol */
export async function connect(url: string) {
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
