import { loggable } from '../shared/loggable.ts';
import { jsonHeaders, type signedPost } from './aws.ts';

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
