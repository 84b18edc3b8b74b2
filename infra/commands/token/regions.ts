import { setTimeout } from 'node:timers/promises';
import type { Terminal } from '../terminal/run-command.ts';
import { reasonFor } from '../terminal/sentence.ts';
import type { TokenRegistry } from './token-registry.ts';

/** The tokens that a command works on: those of a deployed stack, or of a data folder. */
export interface Target {
  /** For messages: `... in the stack PlantStore`. */
  readonly name: string;
  readonly registry: TokenRegistry;
  /** Makes the gateway call the authorizer again. */
  readonly clearCache: () => Promise<void>;
  /** The other regions of the same table. */
  readonly otherRegions: readonly OtherRegion[];
  readonly close: () => Promise<void>;
}

interface OtherRegion {
  readonly name: string;
  /** The item of a token in this region. */
  readonly find: (digest: string) => Promise<StoredItem | undefined>;
  readonly clearCache: () => Promise<void>;
}

export type StoredItem = Readonly<Record<string, unknown>>;

// Typically a second: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html
const replicationMilliseconds = 20_000;

/** Waits until each region has a new token: an earlier refusal would be cached for five minutes. */
export async function waitForRegions(
  { otherRegions }: Target,
  digest: string,
  note: Terminal['note'],
  timeoutMilliseconds = replicationMilliseconds,
): Promise<void> {
  const waits = otherRegions.map(async (region) => {
    const reason = await waitFor(region, digest, () => true, timeoutMilliseconds);
    if (reason === undefined) return;
    note(
      `${region.name} does not have the new token yet. Do not use it there: a refusal is cached for five minutes. ${reason}`,
    );
  });
  await Promise.all(waits);
}

/**
 * Clears the gateway's cache in each region after a token has ended. Another region must know the end
 * first: otherwise the authorizer would accept the token again, for five more minutes.
 */
export async function clearCaches(
  target: Target,
  digest: string,
  hasEnded: (item: StoredItem) => boolean,
  note: Terminal['note'],
  timeoutMilliseconds = replicationMilliseconds,
): Promise<void> {
  const clear = ({ clearCache }: Pick<Target, 'clearCache'>, gateway: string) =>
    clearCache().catch((error: unknown) =>
      note(
        `${gateway} can accept it for five more minutes: its cache could not be cleared. ${reasonFor(error)}`,
      ),
    );
  await clear(target, 'The gateway');
  const others = target.otherRegions.map(async (region) => {
    const reason = await waitFor(region, digest, hasEnded, timeoutMilliseconds);
    if (reason === undefined) await clear(region, `The gateway in ${region.name}`);
    else note(`${region.name} can still accept the token. Run revoke again later. ${reason}`);
  });
  await Promise.all(others);
}

/** Waits until the region has the change. Returns the reason if it does not come. */
async function waitFor(
  region: OtherRegion,
  digest: string,
  hasChanged: (item: StoredItem) => boolean,
  timeoutMilliseconds: number,
): Promise<string | undefined> {
  const end = performance.now() + timeoutMilliseconds;
  try {
    for (;;) {
      const item = await region.find(digest);
      if (item !== undefined && hasChanged(item)) return undefined;
      if (performance.now() >= end) {
        return `The change did not arrive there within ${timeoutMilliseconds / 1000} seconds.`;
      }
      await setTimeout(200);
    }
  } catch (error) {
    return reasonFor(error);
  }
}
