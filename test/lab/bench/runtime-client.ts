import type { Socket } from 'node:net';

/** What the Runtime API answered. */
export interface RuntimeAnswer {
  readonly header: (name: string) => string;
  readonly body: string;
}

const { connect } = process.getBuiltinModule('node:net');
const headEnd = '\r\n\r\n';

/**
 * HTTP by hand on one connection, one request at a time. Lambda's runtime has a native client for it:
 * one over node:http would run, before the function does, what the function's own requests pay for.
 */
export function runtimeClient(address: string) {
  const [host = '', port] = address.split(':');
  const socket: Socket = connect({ host, port: Number(port), noDelay: true });
  let received = Buffer.alloc(0);
  let settle: (answer: RuntimeAnswer) => void = () => {};

  const takeAnswer = (): void => {
    const end = received.indexOf(headEnd);
    if (end < 0) return;
    const head = received.toString('latin1', 0, end);
    const header = (name: string): string =>
      new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
    const start = end + headEnd.length;
    const length = Number(header('content-length'));
    if (received.length < start + length) return;
    const body = received.toString('utf8', start, start + length);
    received = received.subarray(start + length);
    settle({ header, body });
  };
  socket.on('data', (part: Buffer) => {
    received = Buffer.concat([received, part]);
    takeAnswer();
  });
  // Nobody is left to work for.
  socket.on('error', () => process.exit(1));
  socket.on('close', () => process.exit(0));

  return (method: 'GET' | 'POST', path: string, body = ''): Promise<RuntimeAnswer> => {
    const length = Buffer.byteLength(body);
    const head = `${method} /2018-06-01/runtime/${path} HTTP/1.1\r\nhost: ${address}\r\ncontent-length: ${length}`;
    const { promise, resolve } = Promise.withResolvers<RuntimeAnswer>();
    settle = resolve;
    socket.write(`${head}${headEnd}${body}`);
    return promise;
  };
}
