import { authorizedShare, type Shares, unrememberedShare } from './traffic.ts';

/** Something that goes wrong. */
export interface Fault {
  readonly name: string;
  readonly shares: (moment: Moment) => Shares;
  readonly accessLogIsOff?: boolean;
  /** How likely one try of the probe gets a wrong answer: without it, as likely as one call fails. */
  readonly probe?: (severity: number) => number | undefined;
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
  { name: 'answers take 3 s more', shares: ({ severity }) => ({ slow: severity }), probe: () => 0 },
  { name: 'the token store is out, most tokens remembered', shares: undecidedShares },
  {
    name: 'CreatePlant crashes, and the access log is off',
    shares: ({ severity }) => ({ crashed: severity }),
    accessLogIsOff: true,
  },
] as const satisfies readonly Fault[];

/** Faults that no alarm on the requests of clients can see: they are mistakes of clients, or no requests. */
export const silentFaults = [
  { name: 'Authorize refuses everybody (403)', shares: refusedShares },
  {
    name: 'CreatePlant refuses every plant (1003)',
    shares: ({ severity }) => ({ mistaken: severity }),
  },
  { name: 'everybody is let in', shares: () => ({}) },
  { name: 'nothing reaches the gateway', shares: ({ severity }) => ({ lost: severity }) },
  { name: 'the probe does not run', shares: () => ({}), probe: () => undefined },
] as const satisfies readonly Fault[];

function refusedShares({ seconds, perSecond, severity }: Moment): Shares {
  return { refusedAgain: severity * unrememberedShare(perSecond, seconds) };
}

// An authorizer that fails in part succeeds soon when it is asked again, and the gateway remembers that.
function undecidedShares({ seconds, perSecond, severity }: Moment): Shares {
  if (severity === 1) return { undecided: unrememberedShare(perSecond, seconds) };
  return { undecided: (severity / (1 - severity)) * authorizedShare(perSecond) };
}

/** Passes by itself, day by day: one call in a thousand fails. */
export function healthy(perSecond: number): Shares {
  return { '1006': 0.0005, crashed: 0.0005, undecided: 0.001 * authorizedShare(perSecond) };
}

/** A run of the probe needs both functions, and tries twice. */
export const healthyProbe = 0.002 ** 2;
