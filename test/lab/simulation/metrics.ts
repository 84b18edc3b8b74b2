import { reserved } from '../../../functions/shared/reserved.ts';
import { matches } from '../../infra/monitoring/filter-pattern.ts';
import type { Template } from '../../synthesized.ts';

type Line = Readonly<Record<string, unknown>>;

/** The traces that a request leaves: its status, and a line of each function that ran for it. */
interface Trace {
  readonly status?: string;
  readonly slow?: boolean;
  readonly createPlant?: { readonly crashed?: boolean; readonly message?: Line };
  readonly authorize?: { readonly message?: Line };
  /** A request of the probe, which no metric about clients counts. */
  readonly byProbe?: boolean;
  /** A run of the probe. */
  readonly run?: 'right' | 'wrong' | 'first';
}

/** Lambda writes a line for each call, also for one in which the function writes none. */
const report = {};
const client = 'nursery';
const ofProbe = { byProbe: true, createPlant: report, authorize: report, run: 'right' } as const;

const outcomes = {
  served: { status: '200', createPlant: report },
  slow: { status: '200', createPlant: report, slow: true },
  /** The gateway calls the authorizer; the request is counted by itself. */
  allowed: { authorize: report },
  error1003: { status: '400', createPlant: { message: { error: 1003, client } } },
  error1000: { status: '400', createPlant: { message: { error: 1000, client } } },
  error1006: { status: '400', createPlant: { message: { error: 1006, client } }, slow: true },
  crashed: { status: '500', createPlant: { crashed: true } },
  // The gateway has no permission, or Lambda has no concurrency left.
  uninvoked: { status: '500' },
  throttled: { status: '429' },
  undecided: { status: '500', authorize: { message: { fault: 'store' } } },
  refused: { status: '403', authorize: { message: { refused: 'unknown' } } },
  /** The gateway remembers that the token was refused. */
  refusedAgain: { status: '403' },
  expired: { status: '403', authorize: { message: { refused: 'expired', client } } },
  /** It does not reach the gateway. */
  lost: {},
  probed: { status: '200', ...ofProbe },
  probedSlowly: { status: '200', slow: true, ...ofProbe },
  probedRefusal: { status: '403', byProbe: true, authorize: { message: { refused: 'unknown' } } },
  probedWrong: { run: 'wrong' },
  /** A new instance of the probe also writes a zero. */
  probedFirst: { ...ofProbe, run: 'first' },
} as const satisfies Record<string, Trace>;

export type Outcome = keyof typeof outcomes;

/** Where a metric gets its values: AWS itself, or one metric filter. Each comes late by its own time. */
export interface Source {
  readonly name: string;
  /** Numbers of series: of its values, of its samples, and of the samples that are in time. */
  readonly values: number;
  readonly samples: number;
  readonly inTime: number;
}

/** All metrics of a template, and how much each outcome of a request adds to them. */
export interface Metrics {
  readonly sources: ReadonlyMap<string, readonly Source[]>;
  readonly series: number;
  readonly effects: Readonly<
    Record<Outcome, readonly (readonly [series: number, times: number])[]>
  >;
  /** The series of each log, which stop if the log is off. */
  readonly ofLog: (log: Log) => readonly number[];
}

export type Log = 'access' | 'createPlant' | 'authorize';

interface Counter {
  readonly metric: string;
  /** The value of a sample; undefined if there is none. */
  readonly count: (trace: Trace) => boolean | number | undefined;
  readonly name?: string;
  readonly log?: Log;
}

export function metricsOf(template: Template): Metrics {
  const counters = [...ofAws, ...ofFilters(template)];
  const sources = new Map<string, Source[]>();
  counters.forEach(({ metric, name = metric }, index) => {
    const [values, samples, inTime] = seriesOf(index);
    sources.set(metric, [...(sources.get(metric) ?? []), { name, values, samples, inTime }]);
  });
  const effects = Object.entries<Trace>(outcomes).map(([outcome, trace]) => {
    const added = counters.flatMap(({ count }, index) => {
      const value = count(trace);
      if (value === undefined) return [];
      const [values, samples, inTime] = seriesOf(index);
      return [
        [values, Number(value)] as const,
        [samples, 1] as const,
        [inTime, trace.slow ? 0 : 1] as const,
      ];
    });
    return [outcome, added.filter(([, times]) => times > 0)];
  });
  return {
    sources,
    series: 3 * counters.length,
    effects: Object.fromEntries(effects),
    ofLog: (log) =>
      counters.flatMap((counter, index) => (counter.log === log ? seriesOf(index) : [])),
  };
}

function seriesOf(index: number) {
  return [3 * index, 3 * index + 1, 3 * index + 2] as const;
}

/** A metric of AWS has a sample for each thing that is counted. The probe counts its failed runs only. */
const ofAws: readonly Counter[] = [
  { metric: 'AWS/ApiGateway Count', count: ({ status }) => (status ? true : undefined) },
  {
    metric: 'AWS/ApiGateway Latency',
    count: ({ status, slow }) => (status ? (slow ? 3_000 : 10) : undefined),
  },
  { metric: 'AWS/ApiGateway 4xx', count: ({ status }) => status?.startsWith('4') },
  { metric: 'AWS/ApiGateway 5xx', count: ({ status }) => status?.startsWith('5') },
  { metric: 'AWS/Lambda Invocations CreatePlant', count: ({ createPlant }) => createPlant && true },
  {
    metric: 'AWS/Lambda Errors CreatePlant',
    count: ({ createPlant }) => createPlant && createPlant.crashed === true,
  },
  { metric: 'AWS/Lambda Invocations Authorize', count: ({ authorize }) => authorize && true },
  {
    metric: 'AWS/Lambda Errors Authorize',
    count: ({ authorize }) => authorize && authorize.message?.['fault'] !== undefined,
  },
  { metric: 'AWS/Lambda Invocations Probe', count: ({ run }) => run && true },
  { metric: 'AWS/Lambda Errors Probe', count: ({ run }) => run && run === 'wrong' },
  {
    metric: 'PlantStore ProbeFailures',
    count: ({ run }) => (run === undefined || run === 'right' ? undefined : run === 'wrong'),
  },
];

/** A filter with a default has a sample for each line of its log; one without, for each line that matches. */
function ofFilters({ Resources }: Template): Counter[] {
  return Object.entries(Resources).flatMap(([id, { Type, Properties }]) =>
    Type === 'AWS::Logs::MetricFilter' ? [ofFilter(id, Properties as unknown as Filter)] : [],
  );
}

interface Filter {
  readonly FilterPattern: string;
  readonly LogGroupName: { readonly Ref: string };
  readonly MetricTransformations: readonly [
    {
      readonly MetricNamespace: string;
      readonly MetricName: string;
      readonly MetricValue: string;
      readonly DefaultValue?: number;
    },
  ];
}

function ofFilter(name: string, filter: Filter): Counter {
  const [{ MetricNamespace, MetricName, MetricValue, DefaultValue }] = filter.MetricTransformations;
  if (MetricValue !== '1' || (DefaultValue ?? 0) !== 0) throw new Error(`Unknown value: ${name}`);
  const log = logOf(filter.LogGroupName.Ref);
  const count = (trace: Trace) => {
    const line = log === 'access' ? accessLine(trace) : trace[log];
    if (!line) return undefined;
    return matches(filter.FilterPattern, line) || (DefaultValue === undefined ? undefined : false);
  };
  return { metric: `${MetricNamespace} ${MetricName}`, name, log, count };
}

function accessLine({ status, byProbe }: Trace) {
  return status && { status, userAgent: byProbe ? reserved.userAgent : '-' };
}

function logOf(group: string): Log {
  const [, log] = /(CreatePlant|Authorize|Access)Logs/.exec(group) ?? [];
  if (log === undefined) throw new Error(`Unknown log group ${group}`);
  return log === 'CreatePlant' ? 'createPlant' : log === 'Authorize' ? 'authorize' : 'access';
}
