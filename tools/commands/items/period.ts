import { readTime } from '../../shared/terminal/time.ts';
import { UsageError } from '../../shared/usage-error.ts';

/** From a time on, and before another one, as the user gave them. */
export interface Period {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The same times as texts of ISO 8601, which sort by time. */
export function readPeriod(given: Period): Period {
  const from = given.from === undefined ? undefined : readTime('from', given.from);
  const to = given.to === undefined ? undefined : readTime('to', given.to);
  if (from && to && from >= to) throw new UsageError('--to must be later than --from.');
  return { from, to };
}
