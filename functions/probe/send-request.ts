import { type FunctionName, routes } from '../service.ts';
import { probeIdentity } from '../shared/probe-identity.ts';
import { probed } from '../shared/probe-item.ts';

/** An answer to the probe. */
export interface ProbeAnswer {
  /** Zero without an answer. */
  readonly status: number;
  readonly type: string | null;
  /** If it is JSON, what it means. */
  readonly body: unknown;
}

export const jsonType = 'application/json';

const { method, path } = routeTo(probed.functionName);

/** The route by which clients call a function. Without one, the probe would call a wrong path each minute. */
export function routeTo(functionName: FunctionName) {
  const route = routes.find((one) => one.functionName === functionName);
  if (route === undefined) throw new Error(`No route leads to ${functionName}`);
  return route;
}

/** How long a client waits for an answer. */
const patienceMilliseconds = 4_000;

/** Sends a body as a client does, and returns the answer. */
export async function sendRequest(url: string, token: string, body: string): Promise<ProbeAnswer> {
  try {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': jsonType,
        'user-agent': probeIdentity.userAgent,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMilliseconds),
    });
    // For the log: an answer can repeat the headers of its request.
    const text = (await answer.text()).replaceAll(token, '(the token)');
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      body: readBody(text),
    };
  } catch (error) {
    return { status: 0, type: null, body: `no answer: ${reasonOf(error as Error)}` };
  }
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Why fetch has no answer, in a few words. An AggregateError has no message. */
export function reasonOf(error: Error): string {
  const { name, message, code } = (error.cause ?? error) as NodeJS.ErrnoException;
  return `${name}: ${message || code}`;
}
