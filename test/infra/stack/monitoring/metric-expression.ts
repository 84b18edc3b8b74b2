export type Values = Readonly<Record<string, number | undefined>>;

/**
 * The value of a CloudWatch metric expression at one moment, given those of its metrics; a metric without one is
 * undefined, and so is what is made of it. The functions that are used here, and no others:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */
export function evaluate(expression: string, values: Values): number | undefined {
  return formulaOf(expression, Object.keys(values))(Object.values(values));
}

/** The same, for one that is asked often: of values in the order of the names. */
export function formulaOf(
  expression: string,
  names: readonly string[],
): (values: readonly (number | undefined)[]) => number | undefined {
  const formula = new Function('FILL', ...names, `return ${expression};`);
  return (values) => {
    const value: number = formula(fill, ...values.map((value) => value ?? Number.NaN));
    // Division by zero gives no value either.
    return Number.isFinite(value) ? value : undefined;
  };
}

function fill(value: number, instead: number): number {
  return Number.isNaN(value) ? instead : value;
}
