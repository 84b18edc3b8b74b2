import { loggable } from '../shared/loggable.ts';
import { reservedIds, wrongPlant } from '../shared/own-plants.ts';
import { reserved } from '../shared/reserved.ts';
import { jsonHeaders, type signedPost, type TableCall } from './aws.ts';
import { newToken, type WithToken } from './own-token.ts';
import { expectSame, ownPlant } from './right-answer.ts';

type Post = ReturnType<typeof signedPost>;

/** The event that CodeDeploy sends to its hook. */
export interface HookEvent {
  readonly DeploymentId: string;
  readonly LifecycleEventHookExecutionId: string;
}

/**
 * Reports whether the check passes. CodeDeploy waits for this verdict: without one, the release fails after an hour.
 * https://docs.aws.amazon.com/codedeploy/latest/APIReference/API_PutLifecycleEventHookExecutionStatus.html
 */
export function verifyRelease(check: () => Promise<void>, codedeploy: Post) {
  const fail = (cause: unknown) => {
    console.error({ cause: loggable(cause) });
    return 'Failed';
  };
  const operation = 'CodeDeploy_20141006.PutLifecycleEventHookExecutionStatus';
  const headers = jsonHeaders(operation, '1.1');
  return async ({ DeploymentId, LifecycleEventHookExecutionId }: HookEvent): Promise<void> => {
    const body = {
      deploymentId: DeploymentId,
      lifecycleEventHookExecutionId: LifecycleEventHookExecutionId,
      status: await check().then(() => 'Succeeded', fail),
    };
    await codedeploy({ headers, body });
  };
}

/** https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
export function invokeVersion(lambda: Post, version: string) {
  const path = `2015-03-31/functions/${encodeURIComponent(version)}/invocations`;
  return async (event: object): Promise<unknown> => {
    const { text, headers } = await lambda({ path, body: event });
    if (headers.has('x-amz-function-error')) throw new Error(`The function failed: ${text}`);
    return JSON.parse(text);
  };
}

/** Calls one version of a function. */
type Version = (event: object) => Promise<unknown>;

interface NewVersions {
  readonly createPlant: Version;
  readonly authorize: Version;
  readonly plants: TableCall;
  readonly withToken: WithToken;
}

/** Throws unless the new versions do what they have to do before a client reaches them. */
export function releaseCheck({ createPlant, authorize, plants, withToken }: NewVersions) {
  const { client } = reserved;
  const plant = ownPlant(reservedIds.release, plants);
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
    const invalid = await add(wrongPlant);
    expectSame('Bad input', [invalid.statusCode, JSON.parse(invalid.body).error], [400, 1003]);
  };
}
