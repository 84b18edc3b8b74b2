import { path } from '../../../tools/test/setup/contract.ts';
import type { AskedStage } from './asked-stage.ts';
import { finding, type Question } from './question.ts';

interface GatewayCase {
  readonly asks: string;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body has so many bytes, and the request a valid token. */
  readonly bytes?: number;
  readonly expected: string;
}

/** `/%70lants` for `/plants`. */
const escaped = path.replace(/\w/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

/** Requests that the gateway answers without our code. Those without a token start no function. */
const gatewayCases: readonly GatewayCase[] = [
  { asks: 'a request without a token', expected: '401 Unauthorized' },
  { asks: 'another method', method: 'GET', expected: '404 Not Found' },
  { asks: 'HEAD', method: 'HEAD', expected: '404' },
  { asks: 'another path', path: '/', expected: '404 Not Found' },
  { asks: 'an escaped letter of the path', path: escaped, expected: '401 Unauthorized' },
  { asks: '`%2F` in the path', path: `${path}%2Fx`, expected: '404 Not Found' },
  { asks: 'a slash at the end', path: `${path}/`, expected: '404 Not Found' },
  { asks: 'two slashes at the beginning', path: `/${path}`, expected: '404 Not Found' },
  { asks: 'a body of 7 MB', bytes: 7_000_000, expected: '413 Request Entity Too Large' },
  {
    asks: 'headers of 11 kB',
    headers: { 'x-long': 'x'.repeat(11_000) },
    expected: '431 Request Header Fields Too Large',
  },
];

const beginning = 'What does the gateway answer to';

/** Whether a question needs only requests to the gateway, and no call of AWS. */
export function isOfGateway({ asks }: Question): boolean {
  return asks.startsWith(beginning);
}

export function gatewayQuestions(asked: AskedStage): Question[] {
  return gatewayCases.map((one) => ({
    asks: `${beginning} ${one.asks}?`,
    expected: one.expected,
    ask: async () => {
      const seen = await gatewayAnswer(asked, one);
      return finding(seen, seen === one.expected);
    },
  }));
}

/** The status, and the message that each answer of the gateway has. */
async function gatewayAnswer({ url, createToken }: AskedStage, one: GatewayCase): Promise<string> {
  const { method = 'POST', path: asked = path, headers = {}, bytes } = one;
  const body = bytes === undefined ? undefined : 'x'.repeat(bytes);
  const given = body && {
    'content-type': 'application/json',
    authorization: `Bearer ${await createToken('trial', '1h')}`,
  };
  const response = await fetch(url + asked, {
    method,
    headers: { ...headers, ...given },
    ...(body && { body }),
  });
  return [response.status, messageIn(await response.text())].filter(Boolean).join(' ');
}

function messageIn(body: string): string | undefined {
  try {
    return JSON.parse(body).message;
  } catch {
    return body && 'and no JSON';
  }
}
