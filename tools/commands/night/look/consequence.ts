import type { Stage } from '../../../shared/stage/stage.ts';
import type { Command } from './command.ts';
import type { Expected } from './expected.ts';
import type { Rank } from './finding.ts';
import { repairOf } from './mends.ts';

/** A resource that is not as the template wants it. */
export interface Broken {
  readonly stage: Stage;
  readonly expected: Expected;
  /** Undefined if it is gone. */
  readonly actual?: object;
  /** The commit that was deployed before the last one. */
  readonly before?: string | undefined;
}

/** What follows from a difference. */
export interface Consequence {
  readonly rank: Rank;
  readonly means: string;
  readonly runbook: string;
  readonly mend: (broken: Broken) => readonly Command[];
}

/** For what has no chapter of its own. */
export function changedByHand(
  rank: Rank,
  means: string,
  mend: Consequence['mend'] = repairOf,
): Consequence {
  return { rank, means, runbook: 'changed-by-hand', mend };
}
