// What CloudWatch does with the expression of an alarm, by its documents: nobody asked AWS.

export type Values = Readonly<Record<string, number | undefined>>;

/**
 * What a missing value means in an expression. AWS's guide says that it is 0, in arithmetic and in comparisons. Others
 * saw that such an expression has no result. So everything must be right by both.
 */
export const meaningsOfMissing = ['missing is 0', 'missing has no result'] as const;

export type Missing = (typeof meaningsOfMissing)[number];

type Formula = (values: Values, missing: Missing) => number | undefined;

const formulas = new Map<string, Formula>();

/** The same function for the same expression, because making one takes longer than all that is calculated by it. */
function formulaOf(expression: string, names: readonly string[]): Formula {
  const formula = formulas.get(expression) ?? makeFormula(expression, names);
  formulas.set(expression, formula);
  return formula;
}

/**
 * Calculates a metric expression at one moment. It knows arithmetic and FILL, and nothing else:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */
function makeFormula(expression: string, names: readonly string[]): Formula {
  const unfilled = expression.replace(/FILL\(\w+, [\d.]+\)/g, '');
  const needed = names.filter((name) => unfilled.match(`\\b${name}\\b`));
  const named = new RegExp(`(?<!\\.)\\b(${names.join('|')})\\b`, 'g');
  const code = expression
    .replaceAll(/FILL\((\w+), ([\d.]+)\)/g, '(values.$1 ?? $2)')
    .replaceAll(named, '(values.$1 ?? 0)');
  const calculate = new Function('values', `return Number(${code});`);
  return (values, missing) => {
    const isAbsent = (name: string) => values[name] === undefined;
    if (missing === 'missing has no result' && needed.some(isAbsent)) return undefined;
    // A result has a time, so one of its parts has a value.
    if (unfilled === expression && names.every(isAbsent)) return undefined;
    const value: number = calculate(values);
    // Division by zero gives no value either.
    return Number.isFinite(value) ? value : undefined;
  };
}

export interface Alarm {
  readonly Metrics?: readonly {
    readonly Expression?: string;
    readonly MetricStat?: unknown;
    readonly Id: string;
  }[];
  readonly Threshold: number;
  readonly TreatMissingData: string;
}

/** Whether a period with these values is bad for an alarm. A metric that is not given has no value. */
export function isBad(alarm: Alarm, values: Values, missing: Missing): boolean {
  const { Metrics = [], Threshold, TreatMissingData } = alarm;
  const { Expression = '' } = Metrics.find((one) => one.Expression !== undefined) ?? {};
  const ids = Metrics.flatMap(({ Id, MetricStat }) => (MetricStat ? Id : []));
  const value = formulaOf(Expression, ids)(values, missing);
  return value === undefined ? TreatMissingData === 'breaching' : value > Threshold;
}
