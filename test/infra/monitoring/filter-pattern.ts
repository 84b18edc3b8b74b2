/**
 * Whether a CloudWatch filter pattern for JSON matches a log record: the part of the grammar that is used here,
 * and nothing else. https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
 */
export function matches(pattern: string, record: unknown): boolean {
  const [, condition] = /^\{ (.+) \}$/.exec(pattern) ?? [];
  const present = condition?.replaceAll(/\$\.([\w.]+) NOT EXISTS/g, (_, path) =>
    String(valueAt(path, record) === undefined),
  );
  const verdicts = present?.replaceAll(
    /\$\.([\w.]+) (!?=) (?:(\d+)|"([^"]*)"|%([^%]*)%)/g,
    (_, path, operator, number, text, expression) => {
      const value = valueAt(path, record);
      // A field that is not there matches neither.
      if (value === undefined) return 'false';
      if (expression) return String(typeof value === 'string' && RegExp(expression).test(value));
      return String((operator === '=') === isEqual(value, number, text));
    },
  );
  if (verdicts === undefined || !/^(true|false|&&|\|\||[() ])+$/.test(verdicts)) {
    throw new Error(`Unknown pattern: ${pattern}`);
  }
  return new Function(`return ${verdicts};`)();
}

function valueAt(path: string, record: unknown): unknown {
  const inner = (object: unknown, key: string) =>
    (object as Record<string, unknown> | undefined)?.[key];
  return path.split('.').reduce(inner, record);
}

function isEqual(value: unknown, number: string | undefined, text = ''): boolean {
  if (number !== undefined) return value === Number(number);
  // A star stands for any text, at the end here.
  if (text.endsWith('*')) return typeof value === 'string' && value.startsWith(text.slice(0, -1));
  return value === text;
}
