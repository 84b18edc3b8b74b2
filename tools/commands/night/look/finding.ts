import type { Command } from './command.ts';

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
