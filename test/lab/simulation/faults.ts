import { authorizedShare, type Shares, unrememberedShare } from './traffic.ts';

/** What goes wrong, so many seconds after it began; `severity` is the share of calls that fail, 1 for all. */
export interface Fault {
  readonly name: string;
  readonly shares: (moment: Moment) => Shares;
}

interface Moment {
  readonly seconds: number;
  readonly perSecond: number;
  readonly severity: number;
}

export const requestRates = [
  { rate: '1 in 10 min', perSecond: 1 / 600 },
  { rate: '1 a minute', perSecond: 1 / 60 },
  { rate: '1 a second', perSecond: 1 },
  { rate: '100 a second', perSecond: 100 },
  { rate: '10,000 a second', perSecond: 10_000 },
] as const;

export const faults: readonly [Fault, ...Fault[]] = [
  { name: 'CreatePlant crashes', shares: ({ severity }) => ({ crashed: severity }) },
  { name: 'the table of plants is out', shares: ({ severity }) => ({ '1006': severity }) },
  { name: 'CreatePlant may not write', shares: ({ severity }) => ({ '1000': severity }) },
  { name: 'CreatePlant may not be invoked', shares: ({ severity }) => ({ uninvoked: severity }) },
  { name: 'the stage throttles', shares: ({ severity }) => ({ throttled: severity }) },
  { name: 'answers take 3 s more', shares: ({ severity }) => ({ slow: severity }) },
  { name: 'the token store is out, most tokens cached', shares: undecidedShares },
];

// Asked again, an authorizer that fails in part succeeds soon, and the gateway remembers that.
function undecidedShares({ seconds, perSecond, severity }: Moment): Shares {
  if (severity === 1) return { undecided: unrememberedShare(perSecond, seconds) };
  return { undecided: (severity / (1 - severity)) * authorizedShare(perSecond) };
}

/** What passes by itself, day by day: one call in a thousand fails. */
export function healthy(perSecond: number): Shares {
  return { '1006': 0.0005, crashed: 0.0005, undecided: 0.001 * authorizedShare(perSecond) };
}
