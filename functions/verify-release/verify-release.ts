import { loggable } from '../shared/loggable.ts';
import type { awsCalls } from './aws.ts';

/** What CodeDeploy says to its hook. */
export interface HookEvent {
  readonly DeploymentId: string;
  readonly LifecycleEventHookExecutionId: string;
}

/** The versions that the deployed template has, by their ARNs. */
export interface Versions {
  readonly createPlant: string;
  readonly authorize: string;
}

/**
 * Asks both new versions before a client can: each has to start, and to refuse what it must refuse. Nothing is
 * written and nobody's token is needed. CodeDeploy waits for the verdict, and takes silence for a no after an hour.
 */
export function verifyRelease(versions: Versions, aws: ReturnType<typeof awsCalls>) {
  const refuses = async (version: keyof Versions): Promise<boolean> => {
    const { question, isRefusal } = questions[version];
    try {
      const answer = await aws.invoke(versions[version], question);
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

// Well-formed, so that it is looked up, and nobody's.
const unknownToken = `Bearer plant_${'0'.repeat(43)}1oG6F3`;
// By which the logs tell the question from a client's request.
const requestContext = { requestId: 'verify-release' };

const questions = {
  createPlant: {
    question: {
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
    question: {
      identitySource: [unknownToken],
      headers: { authorization: unknownToken },
      requestContext,
    },
    isRefusal: (answer: unknown) => (answer as { isAuthorized?: boolean }).isAuthorized === false,
  },
} as const;
