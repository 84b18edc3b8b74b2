import { setTimeout } from 'node:timers/promises';
import { Problem } from '../../problem.ts';
import { awsProblem } from '../aws-problem.ts';
import type { Terminal } from './presentation.ts';
import type { OtherRegion, StoredItem, TokenHome } from './token-home.ts';

// Typically a second: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html
const usualPatience = 20_000;

/** Waits until each region knows a new token: a refusal before would be remembered there for five minutes. */
export async function awaitEverywhere(
  { others }: TokenHome,
  digest: string,
  note: Terminal['note'],
  patience = usualPatience,
): Promise<void> {
  await inEach(others, async (region) => {
    const problem = await missing(region, digest, (item) => item !== undefined, patience);
    if (problem === undefined) return;
    note(
      `Do not use it in ${region.name} yet, where a refusal would be remembered for five minutes. ${problem}`,
    );
  });
}

/**
 * Makes the gateway of each region forget a token that has ended, but not before its end is known there: asked
 * earlier, the authorizer would say yes once more, and the gateway remember it for another five minutes.
 */
export async function forgetEverywhere(
  home: TokenHome,
  digest: string,
  hasEnded: (item: StoredItem) => boolean,
  note: Terminal['note'],
  patience = usualPatience,
): Promise<void> {
  await reset(home, 'The gateway', note);
  await inEach(home.others, async (region) => {
    const ended = (item: StoredItem | undefined) => item !== undefined && hasEnded(item);
    const problem = await missing(region, digest, ended, patience);
    if (problem === undefined) return reset(region, `The gateway in ${region.name}`, note);
    note(
      `${region.name} may accept it until its end is known there: revoke it again then. ${problem}`,
    );
  });
}

/** Why a region does not know what it should; undefined once it does. */
async function missing(
  region: OtherRegion,
  digest: string,
  isKnown: (item: StoredItem | undefined) => boolean,
  patience: number,
): Promise<string | undefined> {
  const deadline = Date.now() + patience;
  try {
    while (!isKnown(await region.find(digest))) {
      if (Date.now() >= deadline) {
        return `It had not arrived there after ${patience / 1000} seconds.`;
      }
      await setTimeout(200);
    }
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

async function reset(
  { resetAuthorizersCache }: Pick<TokenHome, 'resetAuthorizersCache'>,
  gateway: string,
  note: Terminal['note'],
): Promise<void> {
  await resetAuthorizersCache().catch((error: unknown) => {
    note(
      `${gateway} may go on accepting it for up to five minutes, since its authorizer cache could not be reset. ${reasonOf(error)}`,
    );
  });
}

async function inEach(
  regions: readonly OtherRegion[],
  act: (region: OtherRegion) => Promise<void>,
): Promise<void> {
  await Promise.all(regions.map(act));
}

/** A bug stays what it is. */
function reasonOf(error: unknown): string {
  const reason = error instanceof Problem ? error.message : awsProblem(error);
  if (reason === undefined) throw error;
  return reason;
}
