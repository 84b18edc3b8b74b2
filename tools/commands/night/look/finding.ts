import type { Stage } from '../../stage/stage.ts';
import type { Command } from './command.ts';
import type { Expected, Properties } from './expected.ts';

/** What is wrong, the worst first. */
export const ranks = {
  OPEN: 'somebody is let in who should not be',
  STOPS: 'clients get no service, or not all of it',
  HURTS: 'an alarm or the logs say that clients are hurt',
  LIMITS: 'clients get less than the stage should give',
  UNSAFE: 'a guard is missing',
  SILENT: 'a fault would call nobody',
  BLOCKS: 'the next deploy or release will not work',
  LACKS: 'something that helps people is missing',
} as const;

export type Rank = keyof typeof ranks;

export interface Finding {
  readonly rank: Rank;
  /** One sentence. It has no name of a client, no address and no number of an account. */
  readonly what: string;
  /** What it means for clients or for the people on call, in the same words. */
  readonly means: string;
  readonly since?: Date | undefined;
  /** Names, addresses and texts of AWS: nothing for a public log. */
  readonly detail?: string | undefined;
  /** The entry of the runbook. */
  readonly runbook: string;
  /** What mends it, in this order. */
  readonly commands: readonly Command[];
  /** The logical id of the resource. */
  readonly about?: string;
  /** The property of it that differs. */
  readonly property?: string;
}

/** A resource that is not as the template wants it. */
export interface Broken {
  readonly stage: Stage;
  readonly expected: Expected;
  /** Undefined if it is gone. */
  readonly actual?: Properties;
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
