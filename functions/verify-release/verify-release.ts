import { loggable } from '../shared/loggable.ts';
import { unknownToken } from '../shared/unknown-token.ts';
import type { awsCalls } from './aws.ts';

/** The event that CodeDeploy sends to its hook. */
export interface HookEvent {
  readonly DeploymentId: string;
  readonly LifecycleEventHookExecutionId: string;
}

/** The ARNs of the versions in the deployed template. */
export interface Versions {
  readonly createPlant: string;
  readonly authorize: string;
}

/**
 * Calls both new versions before a client can. Each has to start, and to refuse what it must refuse. Nothing is
 * written, and no valid token is needed. CodeDeploy waits for the verdict; without one, the release fails after an hour.
 */
export function verifyRelease(versions: Versions, aws: ReturnType<typeof awsCalls>) {
  const refuses = async (version: keyof Versions): Promise<boolean> => {
    const { request, isRefusal } = checks[version];
    try {
      const answer = await aws.invoke(versions[version], request);
      if (isRefusal(answer)) return true;
      console.error({ version: versions[version], answer });
    } catch (cause) {
      console.error({ version: versions[version], cause: loggable(cause) });
    }
    return false;
  };
  return async ({ DeploymentId, LifecycleEventHookExecutionId }: HookEvent): Promise<void> => {
    const refused = await Promise.all([refuses('createPlant'), refuses('authorize')]);
    await aws.report({
      deploymentId: DeploymentId,
      lifecycleEventHookExecutionId: LifecycleEventHookExecutionId,
      status: refused.every(Boolean) ? 'Succeeded' : 'Failed',
    });
  };
}

// In the logs, this id marks the requests of this hook.
const requestContext = { requestId: 'verify-release' };

const checks = {
  createPlant: {
    request: {
      headers: { 'content-type': 'application/json' },
      requestContext,
      body: '{"id":"no number"}',
      isBase64Encoded: false,
    },
    isRefusal: (answer: unknown) => {
      const { statusCode, body } = answer as { statusCode?: number; body: string };
      return statusCode === 400 && JSON.parse(body).error === 1003;
    },
  },
  authorize: {
    request: {
      identitySource: [unknownToken],
      headers: { authorization: unknownToken },
      requestContext,
    },
    isRefusal: (answer: unknown) => (answer as { isAuthorized?: boolean }).isAuthorized === false,
  },
} as const;
