import { authorizedShare, type Minute, type Shares, unrememberedShare } from './traffic.ts';

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

export const withoutTraffic = [{ rate: 'no traffic', perSecond: 0 }, ...requestRates] as const;

const crashes: Fault = {
  name: 'CreatePlant crashes',
  shares: ({ severity }) => ({ crashed: severity }),
};

const plantsOut: Fault = {
  name: 'the table of plants is out',
  shares: ({ severity }) => ({ error1006: severity }),
};

const notAllowed: Fault = {
  name: 'CreatePlant may not write',
  shares: ({ severity }) => ({ error1000: severity }),
};

export const slow: Fault = {
  name: 'answers take 3 s more',
  shares: ({ severity }) => ({ slow: severity }),
  probe: () => 0,
};

export const faults: readonly Fault[] = [
  crashes,
  plantsOut,
  notAllowed,
  { name: 'CreatePlant may not be invoked', shares: ({ severity }) => ({ uninvoked: severity }) },
  { name: 'the stage throttles', shares: ({ severity }) => ({ throttled: severity }) },
  slow,
  { name: 'the token store is out, most tokens remembered', shares: undecided },
  {
    name: 'CreatePlant crashes, and the access log is off',
    shares: ({ severity }) => ({ crashed: severity }),
    accessLogIsOff: true,
  },
];

/** Faults that no alarm on the requests of clients can see: they are mistakes of clients, or no requests. */
export const silentFaults = [
  { name: 'Authorize refuses everybody (403)', shares: refused },
  {
    name: 'CreatePlant refuses every plant (1003)',
    shares: ({ severity }) => ({ error1003: severity }),
  },
  { name: 'everybody is let in', shares: () => ({}) },
  { name: 'nothing reaches the gateway', shares: ({ severity }) => ({ lost: severity }) },
  { name: 'the probe does not run', shares: () => ({}), probe: () => undefined },
] as const satisfies readonly Fault[];

function refused({ seconds, perSecond, severity }: Moment): Shares {
  return { refusedAgain: severity * unrememberedShare(perSecond, seconds) };
}

// An authorizer that fails in part succeeds soon when it is called again, and the gateway remembers that.
function undecided({ seconds, perSecond, severity }: Moment): Shares {
  if (severity === 1) return { undecided: unrememberedShare(perSecond, seconds) };
  return { undecided: (severity / (1 - severity)) * authorizedShare(perSecond) };
}

/** Passes by itself, day by day: one call in a thousand fails. */
export function healthy(perSecond: number): Shares {
  return { error1006: 0.0005, crashed: 0.0005, undecided: 0.001 * authorizedShare(perSecond) };
}

/** A run of the probe needs both functions, and tries twice. */
export const healthyProbe = 0.002 ** 2;

/** How a new version fails, by the share of all requests that it fails. */
export const badVersions = {
  'CreatePlant crashes': (share: number) => ({ crashed: share }),
  'CreatePlant answers 1000': (share: number) => ({ error1000: share }),
  'CreatePlant answers 1006': (share: number) => ({ error1006: share }),
  'CreatePlant answers 1003': (share: number) => ({ error1003: share }),
  'Authorize crashes': (share: number, perSecond: number) => ({
    undecided: share * authorizedShare(perSecond),
  }),
  'Authorize answers 403': (share: number, perSecond: number) => ({
    refused: share * authorizedShare(perSecond),
    refusedAgain: share * (1 - authorizedShare(perSecond)),
  }),
  'Authorize lets everybody in': () => ({}),
} satisfies Record<string, (share: number, perSecond: number) => Shares>;

export interface Trial {
  readonly fault: Fault;
  /** The share of the calls concerned that fail. */
  readonly severity: number;
  readonly perSecond: number;
  /** When the fault ends, in minutes; without it, it stays. */
  readonly lasts?: number;
}

/** The traffic of a minute of a trial. The fault begins at this time, also within a minute. Before and after it, the probe fails by chance. */
export function minuteOf(
  trial: Trial,
  begin: number,
  minute: number,
  chance = healthyProbe,
): Minute {
  const { fault, severity, perSecond, lasts = Number.POSITIVE_INFINITY } = trial;
  const usual = healthy(perSecond);
  const probeFails = runFails(trial, begin, minute, chance);
  const from = Math.max(begin, minute);
  const part = Math.min(begin + lasts, minute + 1) - from;
  if (part <= 0) return { perSecond, shares: usual, probeFails };
  const seconds = 60 * (from + part / 2 - begin);
  const faulty = fault.shares({ seconds, perSecond, severity });
  const logsOff = fault.accessLogIsOff ? (['access'] as const) : [];
  const shares = mixed(part < 1 ? usual : {}, 1 - part, faulty, part);
  return { perSecond, shares, logsOff, probeFails };
}

/** Two kinds of traffic, each by its weight. */
export function mixed(one: Shares, ofOne: number, other: Shares, ofOther: number): Shares {
  const shares: Record<string, number> = {};
  for (const [outcome, share] of Object.entries(one)) shares[outcome] = share * ofOne;
  for (const [outcome, share] of Object.entries(other)) {
    shares[outcome] = (shares[outcome] ?? 0) + share * ofOther;
  }
  return shares;
}

/** The probe runs at a second of its own of each minute. It fails if both of its tries get a wrong answer. */
function runFails(
  { fault, severity, lasts = Infinity }: Trial,
  begin: number,
  minute: number,
  chance: number,
) {
  const since = minute + ((begin * 997) % 1) - begin;
  if (since < 0 || since >= lasts) return chance;
  const wrong = fault.probe === undefined ? severity : fault.probe(severity);
  return wrong === undefined ? undefined : wrong ** 2;
}
