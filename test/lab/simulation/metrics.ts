import { reserved } from '../../../functions/shared/reserved.ts';
import { matches } from '../../infra/stack/monitoring/filter-pattern.ts';
import type { Template } from '../../synthesized.ts';
import { type Outcome, outcomes, type Trace } from './outcomes.ts';

/** Where a metric gets its values: AWS itself, or one metric filter. Each comes in its own time. */
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
  /** The series that stop if the access log is off. */
  readonly fromAccessLog: ReadonlySet<number>;
}

interface Counter {
  readonly metric: string;
  readonly name: string;
  readonly count: (trace: Trace) => { readonly value: number; readonly samples: number };
  readonly log?: Log;
}

type Log = 'access' | 'createPlant' | 'authorize';

export function metricsOf(template: Template): Metrics {
  const counters = [...ofAws, ...filters(template)];
  const sources = new Map<string, Source[]>();
  counters.forEach(({ metric, name }, index) => {
    const source = { name, values: 3 * index, samples: 3 * index + 1, inTime: 3 * index + 2 };
    sources.set(metric, [...(sources.get(metric) ?? []), source]);
  });
  const effects = Object.entries<Trace>(outcomes).map(([outcome, trace]) => {
    const added = counters.flatMap(({ count }, index) => {
      const { value, samples } = count(trace);
      return [
        [3 * index, value],
        [3 * index + 1, samples],
        [3 * index + 2, trace.slow ? 0 : samples],
      ] as const;
    });
    return [outcome, added.filter(([, times]) => times > 0)];
  });
  const silent = counters.flatMap(({ log }, index) =>
    log === 'access' ? [3 * index, 3 * index + 1, 3 * index + 2] : [],
  );
  return {
    sources,
    series: 3 * counters.length,
    effects: Object.fromEntries(effects),
    fromAccessLog: new Set(silent),
  };
}

/** A metric of AWS has a sample for each thing that is counted. */
const ofAws: readonly Counter[] = [
  counter('AWS/ApiGateway Count', ({ status }) => [1, status]),
  counter('AWS/ApiGateway Latency', ({ status }) => [0, status]),
  counter('AWS/ApiGateway 4xx', ({ status }) => [status?.startsWith('4') ? 1 : 0, status]),
  counter('AWS/ApiGateway 5xx', ({ status }) => [status?.startsWith('5') ? 1 : 0, status]),
  counter('AWS/Lambda Invocations CreatePlant', ({ createPlant }) => [1, createPlant]),
  counter('AWS/Lambda Errors CreatePlant', ({ createPlant }) => [
    createPlant?.crashed ? 1 : 0,
    createPlant,
  ]),
  counter('AWS/Lambda Invocations Authorize', ({ authorize }) => [1, authorize]),
  counter('AWS/Lambda Errors Authorize', ({ authorize }) => [
    authorize?.message?.['fault'] ? 1 : 0,
    authorize,
  ]),
  counter('AWS/Lambda Invocations Probe', ({ run }) => [1, run]),
  counter('AWS/Lambda Errors Probe', ({ run }) => [run?.failed ? 1 : 0, run]),
  counter('PlantStore ProbeFailures', ({ run }) => [1, run?.failed ? true : undefined]),
  counter('AWS/DynamoDB SystemErrors Plants', ({ failedWrites }) => [
    failedWrites ?? 0,
    failedWrites,
  ]),
];

function counter(metric: string, read: (trace: Trace) => readonly [number, unknown]): Counter {
  return {
    metric,
    name: metric,
    count: (trace) => {
      const [value, isThere] = read(trace);
      return isThere === undefined ? { value: 0, samples: 0 } : { value, samples: 1 };
    },
  };
}

interface Filter {
  readonly FilterPattern: string;
  readonly LogGroupName: { readonly Ref: string };
  readonly MetricTransformations: readonly [Transformation];
}

interface Transformation {
  readonly MetricNamespace: string;
  readonly MetricName: string;
  readonly MetricValue: string;
  readonly DefaultValue?: number;
}

/** A filter with a default has a sample for each line of its log; one without, for each line that matches. */
function filters(template: Template): Counter[] {
  return Object.entries(template.Resources).flatMap(([id, { Type, Properties }]) =>
    Type === 'AWS::Logs::MetricFilter' ? [filter(id, Properties as unknown as Filter)] : [],
  );
}

function filter(
  id: string,
  { FilterPattern, LogGroupName, MetricTransformations }: Filter,
): Counter {
  const [{ MetricNamespace, MetricName, MetricValue, DefaultValue }] = MetricTransformations;
  if (MetricValue !== '1' || (DefaultValue ?? 0) !== 0) throw new Error(`Unknown value: ${id}`);
  const log = logOf(LogGroupName.Ref);
  return {
    metric: `${MetricNamespace} ${MetricName}`,
    name: id,
    log,
    count: (trace) => {
      const line = log === 'access' ? accessLine(trace) : trace[log];
      if (!line) return { value: 0, samples: 0 };
      const value = matches(FilterPattern, line) ? 1 : 0;
      return { value, samples: DefaultValue === undefined ? value : 1 };
    },
  };
}

function accessLine({ status, byProbe = false }: Trace) {
  return status && { status, userAgent: byProbe ? reserved.userAgent : '-' };
}

function logOf(group: string): Log {
  if (group.startsWith('CreatePlantLogs')) return 'createPlant';
  if (group.startsWith('AuthorizeLogs')) return 'authorize';
  if (/AccessLogs/.test(group)) return 'access';
  throw new Error(`Unknown log group ${group}`);
}
