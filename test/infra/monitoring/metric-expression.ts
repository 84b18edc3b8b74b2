export type Values = Readonly<Record<string, number | undefined>>;

/**
 * What a missing value means in an expression. AWS's guide says that it is 0, in arithmetic and in comparisons. Others
 * saw that such an expression has no result. So everything must be right by both.
 */
export const meaningsOfMissing = ['missing is 0', 'missing has no result'] as const;

export type Missing = (typeof meaningsOfMissing)[number];

/** Computes an expression of values in the order of the names. */
type Formula = (values: readonly (number | undefined)[]) => number | undefined;

/** The value of a CloudWatch metric expression at one moment. */
export function evaluate(expression: string, values: Values, missing: Missing): number | undefined {
  return formulaOf(expression, Object.keys(values), missing)(Object.values(values));
}

/**
 * The same for an expression that is used often. It knows the functions that are used here, and no others:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */
function formulaOf(expression: string, names: readonly string[], missing: Missing): Formula {
  const name = new RegExp(`\\b(FILL\\()?(${names.join('|')})\\b`, 'g');
  const code = expression.replaceAll(name, (_, filled: string | undefined, found: string) =>
    filled ? `FILL(values[${names.indexOf(found)}]` : `(values[${names.indexOf(found)}] ?? 0)`,
  );
  const formula = new Function('FILL', 'IF', 'values', `return Number(${code});`);
  // By both meanings, the second argument of IF is 0 if it is missing.
  const strict = expression.replace(/FILL\(\w+, [\d.]+\)/g, '').replace(/(IF\([^,]+, )\w+/g, '$1');
  const needed = names.flatMap((one, index) =>
    missing === 'missing has no result' && new RegExp(`\\b${one}\\b`).test(strict) ? [index] : [],
  );
  const isFilled = expression.includes('FILL');
  return (values) => {
    if (needed.some((index) => values[index] === undefined)) return undefined;
    // A result has a time, so one of its parts has a value.
    if (!isFilled && values.every((value) => value === undefined)) return undefined;
    const value: number = formula(fill, choose, values);
    // Division by zero gives no value either.
    return Number.isFinite(value) ? value : undefined;
  };
}

function fill(value: number | undefined, instead: number): number {
  return value ?? instead;
}

function choose(condition: number | boolean, value: number, otherwise?: number) {
  return condition ? value : otherwise;
}
