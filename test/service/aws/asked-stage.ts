import type { Clients } from '../../../tools/shared/stage/clients.ts';
import type { Stage } from '../../../tools/shared/stage/stage.ts';
import { path } from '../../../tools/test/setup/contract.ts';
import type { Clock } from './clock.ts';

/** A deployed stage to throw away, and what the questions may do with it. */
export interface AskedStage {
  readonly stage: Stage;
  readonly clients: Clients;
  /** Of the API, without the path. */
  readonly url: string;
  readonly clock: Clock;
  /** A new token. The time is as in `npm run token`. */
  readonly createToken: (client: string, expires: string) => Promise<string>;
  readonly revokeToken: (token: string) => Promise<void>;
}

/** Sends a request that stores nothing: the service refuses an empty object. */
export function sendNothing({ url }: Pick<AskedStage, 'url'>, token: string): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return fetch(url + path, { method: 'POST', headers, body: '{}' });
}

/** The status that says that the token was accepted, and the body refused. */
export const accepted = 400;
