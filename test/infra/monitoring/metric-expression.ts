/**
 * The value of a CloudWatch metric expression at one moment, given those of its metrics; a metric without one is
 * undefined, and so is what is made of it. The functions that are used here, and no others:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
 */
export function evaluate(
  expression: string,
  values: Readonly<Record<string, number | undefined>>,
): number | undefined {
  const names = Object.keys(values);
  const formula = new Function('FILL', 'IF', ...names, `return ${expression};`);
  const numbers = names.map((name) => values[name] ?? Number.NaN);
  const value: number = formula(fill, choose, ...numbers);
  // Division by zero gives no value either.
  return Number.isFinite(value) ? value : undefined;
}

function fill(value: number, instead: number): number {
  return Number.isNaN(value) ? instead : value;
}

function choose(condition: boolean, yes: number, no: number): number {
  return condition ? yes : no;
}
