import { authorizedShare, type Shares, unrememberedShare } from './traffic.ts';

/** Something that goes wrong. */
export interface Fault {
  readonly name: string;
  readonly shares: (moment: Moment) => Shares;
  readonly accessLogIsOff?: boolean;
}

interface Moment {
  /** Since the fault began. */
  readonly seconds: number;
  readonly perSecond: number;
  /** The share of calls that fail: 1 for all. */
  readonly severity: number;
}

export const requestRates = [
  { rate: '1 in 10 min', perSecond: 1 / 600 },
  { rate: '1 a minute', perSecond: 1 / 60 },
  { rate: '1 a second', perSecond: 1 },
  { rate: '100 a second', perSecond: 100 },
  { rate: '10,000 a second', perSecond: 10_000 },
] as const;

export const faults = [
  { name: 'CreatePlant crashes', shares: ({ severity }) => ({ crashed: severity }) },
  { name: 'the table of plants is out', shares: ({ severity }) => ({ '1006': severity }) },
  { name: 'CreatePlant may not write', shares: ({ severity }) => ({ '1000': severity }) },
  { name: 'CreatePlant may not be invoked', shares: ({ severity }) => ({ uninvoked: severity }) },
  { name: 'the stage throttles', shares: ({ severity }) => ({ throttled: severity }) },
  { name: 'answers take 3 s more', shares: ({ severity }) => ({ slow: severity }) },
  { name: 'the token store is out, most tokens remembered', shares: undecidedShares },
  {
    name: 'CreatePlant crashes, and the access log is off',
    shares: ({ severity }) => ({ crashed: severity }),
    accessLogIsOff: true,
  },
] as const satisfies readonly Fault[];

// An authorizer that fails in part succeeds soon when it is asked again, and the gateway remembers that.
function undecidedShares({ seconds, perSecond, severity }: Moment): Shares {
  if (severity === 1) return { undecided: unrememberedShare(perSecond, seconds) };
  return { undecided: (severity / (1 - severity)) * authorizedShare(perSecond) };
}

/** Passes by itself, day by day: one call in a thousand fails. */
export function healthy(perSecond: number): Shares {
  return { '1006': 0.0005, crashed: 0.0005, undecided: 0.001 * authorizedShare(perSecond) };
}
