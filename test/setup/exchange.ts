import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

interface Sent {
  readonly agent: Agent;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends one POST over a real socket. The status is 0 if the connection broke before the end of the answer. */
export async function exchange(url: string, { agent, headers, body }: Sent) {
  try {
    const outgoing = request(url, { method: 'POST', agent, headers });
    // The service can answer, and then close the connection, before it has read the whole body.
    outgoing.on('error', () => {}).end(body);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 0, body: await text(answer) };
  } catch {
    return { status: 0, body: '' };
  }
}
