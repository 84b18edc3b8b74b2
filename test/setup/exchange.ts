import { once } from 'node:events';
import { readFileSync } from 'node:fs';
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

const curl =
  /^curl http:\/\/127\.0\.0\.1:3000(\S+) \\\n +-H '(\S+): (.+)' \\\n +-H '(\S+): (.+)' \\\n +-d '(.+)'\n```\n+```json\n(.+)\n/m;

/** README's first request, and the answer that stands below it. */
export function readmeExample() {
  const [, path = '', name1 = '', value1 = '', name2 = '', value2 = '', body = '', answer = ''] =
    curl.exec(readFileSync('README.md', 'utf8')) ?? [];
  return { path, headers: { [name1]: value1, [name2]: value2 }, body, answer };
}
