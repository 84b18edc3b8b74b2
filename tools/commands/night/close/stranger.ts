import { createToken } from '../../token/create-token.ts';
import { samplePath } from '../sample-path.ts';

/**
 * The status that a route answers to a token which nobody has issued, or undefined if no answer comes. It is 403 as long
 * as the authorizer refuses. The token is another one each time, because the gateway remembers decisions.
 */
export async function answerToStranger(url: string, route: string): Promise<number | undefined> {
  const [method = '', path = ''] = route.split(' ');
  try {
    const { status } = await fetch(url + samplePath(path), {
      method,
      headers: { authorization: `Bearer ${createToken()}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(5_000),
    });
    return status;
  } catch {
    return undefined;
  }
}
