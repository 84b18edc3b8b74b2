export type Values = Readonly<Record<string, number | undefined>>;

/**
 * The value of a CloudWatch metric expression at one moment. A metric without a value is undefined, and so is
 * the result if it is not filled. It knows the functions that are used here, and no others:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */
export function evaluate(expression: string, values: Values): number | undefined {
  return formulaOf(expression, Object.keys(values))(Object.values(values));
}

/** The same for an expression that is used often: of values in the order of the names. */
export function formulaOf(
  expression: string,
  names: readonly string[],
): (values: readonly (number | undefined)[]) => number | undefined {
  const formula = new Function('FILL', ...names, `return Number(${expression});`);
  const unfilled = expression.replace(/FILL\(\w+, [\d.]+\)/g, '');
  const needed = names.map((name) => new RegExp(`\\b${name}\\b`).test(unfilled));
  return (values) => {
    if (needed.some((isNeeded, index) => isNeeded && values[index] === undefined)) return undefined;
    const value: number = formula(fill, ...values);
    // Division by zero gives no value either.
    return Number.isFinite(value) ? value : undefined;
  };
}

function fill(value: number | undefined, instead: number): number {
  return value ?? instead;
}
