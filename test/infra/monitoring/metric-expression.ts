export type Values = Readonly<Record<string, number | undefined>>;

/**
 * What a missing value means in an expression. AWS's guide says that it is 0, in arithmetic and in comparisons. Others
 * saw that such an expression has no result. So everything must be right by both.
 */
export const meaningsOfMissing = ['missing is 0', 'missing has no result'] as const;

export type Missing = (typeof meaningsOfMissing)[number];

/**
 * The value of a metric expression at one moment, by a model of CloudWatch: nobody asked AWS. It knows arithmetic and FILL, and nothing else:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */
export function evaluate(expression: string, values: Values, missing: Missing): number | undefined {
  const names = Object.keys(values);
  const unfilled = expression.replace(/FILL\(\w+, [\d.]+\)/g, '');
  const isAbsent = (name: string) => values[name] === undefined;
  const lacks = names.some((name) => isAbsent(name) && unfilled.match(`\\b${name}\\b`));
  if (lacks && missing === 'missing has no result') return undefined;
  // A result has a time, so one of its parts has a value.
  if (unfilled === expression && names.every(isAbsent)) return undefined;
  const named = new RegExp(`\\b(FILL\\()?(${names.join('|')})\\b`, 'g');
  const code = expression.replaceAll(named, (_, filled: string | undefined, name: string) =>
    filled ? `fill(values.${name}` : `(values.${name} ?? 0)`,
  );
  const value: number = new Function('fill', 'values', `return Number(${code});`)(fill, values);
  // Division by zero gives no value either.
  return Number.isFinite(value) ? value : undefined;
}

function fill(value: number | undefined, instead: number): number {
  return value ?? instead;
}
