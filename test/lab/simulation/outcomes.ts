/** What is left of a request: its status, and the lines of the functions that ran for it. */
export interface Trace {
  readonly status?: string;
  readonly slow?: boolean;
  readonly createPlant?: {
    readonly crashed?: boolean;
    readonly message?: Readonly<Record<string, unknown>>;
  };
  readonly authorize?: { readonly message?: Readonly<Record<string, unknown>> };
  readonly failedWrites?: number;
  /** A request of the probe, which no metric about clients counts. */
  readonly byProbe?: boolean;
  /** A run of the probe. */
  readonly run?: { readonly failed: boolean };
}

/** Lambda writes a line for each call, also for one in which the function writes none. */
const report = {};
const invalid = { message: { error: 1003 } };
const outOfStore = { message: { error: 1006 } };

export const outcomes = {
  served: { status: '200', createPlant: report },
  slow: { status: '200', createPlant: report, slow: true },
  /** The authorizer is asked for a token that it allows; its request is counted by itself. */
  allowed: { authorize: report },
  mistaken: { status: '400', createPlant: invalid },
  '1000': { status: '400', createPlant: { message: { error: 1000 } } },
  '1006': { status: '400', createPlant: outOfStore, slow: true, failedWrites: 3 },
  crashed: { status: '500', createPlant: { crashed: true } },
  // The gateway has no permission, or Lambda has no concurrency left.
  uninvoked: { status: '500' },
  throttled: { status: '429' },
  undecided: { status: '500', authorize: { message: { fault: 'store' } } },
  refused: { status: '403', authorize: { message: { refused: 'unknown' } } },
  /** The gateway remembers that the token was refused. */
  refusedAgain: { status: '403' },
  /** It does not reach the gateway. */
  lost: {},
  probed: {
    status: '200',
    byProbe: true,
    createPlant: report,
    authorize: report,
    run: { failed: false },
  },
  probedSlowly: {
    status: '200',
    slow: true,
    byProbe: true,
    createPlant: report,
    run: { failed: false },
  },
  probedRefusal: { status: '403', byProbe: true, authorize: { message: { refused: 'unknown' } } },
  probedWrong: { run: { failed: true } },
} satisfies Record<string, Trace>;

export type Outcome = keyof typeof outcomes;
