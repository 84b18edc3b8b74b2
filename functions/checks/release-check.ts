import { reserved } from '../shared/reserved.ts';
import type { TableCall } from './aws.ts';
import { newToken, type WithToken } from './own-token.ts';
import { expectSame, ownPlant } from './right-answer.ts';

/** Calls one version of a function. */
type Version = (event: object) => Promise<unknown>;

export interface NewVersions {
  readonly createPlant: Version;
  readonly authorize: Version;
  readonly plants: TableCall;
  readonly withToken: WithToken;
}

const { client, plantIds } = reserved;

/** Throws unless the new versions do what they have to do before a client reaches them. */
export function releaseCheck({ createPlant, authorize, plants, withToken }: NewVersions) {
  const plant = ownPlant(plantIds.release, plants);
  // The id marks these requests in the logs. The client keeps them out of the metrics about clients.
  const requestContext = { requestId: 'verify-release', authorizer: { lambda: { client } } };
  const decide = (token: string) =>
    authorize({ identitySource: [`Bearer ${token}`], requestContext });
  const add = async (body: string) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await createPlant({ headers, requestContext, body, isBase64Encoded: false });
    return answer as { readonly statusCode: number; readonly body: string };
  };
  const refused = { isAuthorized: false };
  return async (): Promise<void> => {
    await withToken(60, async ({ text, lastFour }) => {
      const allowed = { isAuthorized: true, context: { client, lastFour } };
      expectSame('A valid token', await decide(text), allowed);
    });
    await withToken(-60, async ({ text }) => {
      expectSame('An expired token', await decide(text), refused);
    });
    expectSame('An unknown token', await decide(newToken().text), refused);
    const before = await plant.read();
    const isTaken = plant.isOfClient(before);
    // Otherwise a version that stores nothing would find the plant of an earlier check.
    if (!isTaken) await plant.remove();
    const { statusCode, body } = await add(plant.sent);
    expectSame('A plant', `${statusCode} ${body}`, isTaken ? plant.taken : plant.added);
    expectSame('The stored plant', await plant.read(), isTaken ? before : plant.stored);
    const invalid = await add('{"id":"no number"}');
    expectSame('Bad input', [invalid.statusCode, JSON.parse(invalid.body).error], [400, 1003]);
  };
}
