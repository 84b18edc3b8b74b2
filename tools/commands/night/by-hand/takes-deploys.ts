import { Problem } from '../../../../infra/project/problem.ts';
import type { Stage } from '../../../shared/stage/stage.ts';

/** The states in which CloudFormation begins another deploy. */
const ready = ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE', 'IMPORT_COMPLETE'];

export function takesDeploys({ status }: { readonly status: string }): boolean {
  return ready.includes(status);
}

export function refuseBusyStack(stage: Stage): void {
  if (takesDeploys(stage)) return;
  const { stackName, status } = stage;
  throw new Problem(
    `The stack ${stackName} is in ${status} and takes no deploy now: see "The stack is stuck" in docs/RUNBOOK.md.`,
  );
}
