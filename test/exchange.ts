import { type Agent, request } from 'node:http';

export interface Answered {
  /** 0 when the connection broke without an answer. */
  readonly status: number;
  readonly body: string;
}

/** One POST over a real socket, which the agent may keep for the next. */
export function exchange(
  url: string,
  {
    agent,
    body,
    headers,
  }: { agent: Agent; body: string; headers: Readonly<Record<string, string>> },
): Promise<Answered> {
  return new Promise((resolve) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const options = { method: 'POST', agent, headers: { ...headers, ...length } };
    const broken = () => resolve({ status: 0, body: '' });
    const outgoing = request(url, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (data: string) => {
        text += data;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
      answer.on('error', broken);
    });
    outgoing.on('error', broken);
    outgoing.end(body);
  });
}
