import { setTimeout } from 'node:timers/promises';
import { Problem } from '../../../infra/base.ts';
import type { Terminal } from '../terminal/run-command.ts';
import { reasonFor } from '../terminal/sentence.ts';
import type { StoredItem, TokenRegistry } from './token-registry.ts';

/** The tokens that a command works on: those of a deployed stack, or of a data folder. */
export interface Target {
  /** For messages: `... in the stack PlantStore`. */
  readonly name: string;
  readonly registry: TokenRegistry;
  /** One in each region. */
  readonly gateways: readonly Gateway[];
  readonly close: () => unknown;
}

export interface Gateway {
  readonly name: string;
  /** The item of a token in the gateway's region. */
  readonly find: TokenRegistry['find'];
  /** Makes the gateway call the authorizer again. */
  readonly clearCache: () => Promise<void>;
}

const warnings = {
  created:
    'does not accept the new token yet. Do not use it there: a refusal is cached for five minutes.',
  ended: 'can accept the token for five more minutes or longer. Run revoke again later.',
} as const;

// Typically a second: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html
const replicationMilliseconds = 20_000;

/**
 * Waits until each region has a new token, or the end of one, and then clears the gateway's cache. Before that, a
 * gateway would cache an old decision for five more minutes. A gateway that fails is named, and does not stop the others.
 * Returns whether one did not fail.
 */
export async function reachRegions(
  change: keyof typeof warnings,
  digest: string,
  { gateways }: Target,
  note: Terminal['note'],
  milliseconds = replicationMilliseconds,
): Promise<boolean> {
  const end = performance.now() + milliseconds;
  const steps = gateways.map(async ({ name, find, clearCache }) => {
    try {
      while (!hasArrived(change, await find(digest))) {
        if (performance.now() >= end) {
          throw new Problem(`The change is not there after ${milliseconds / 1000} seconds.`);
        }
        await setTimeout(200);
      }
      if (change === 'ended') await clearCache();
      return true;
    } catch (error) {
      note(`${name} ${warnings[change]} ${reasonFor(error)}`);
      return false;
    }
  });
  return (await Promise.all(steps)).includes(true);
}

function hasArrived(change: keyof typeof warnings, item: StoredItem | undefined): boolean {
  if (item === undefined) return false;
  const { revoked, expires } = item;
  return change === 'created' || revoked !== undefined || Number(expires) <= Date.now() / 1000;
}
