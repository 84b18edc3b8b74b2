/**
 * Whether a CloudWatch filter pattern for JSON matches a log record: the part of the grammar that is used here,
 * and nothing else. https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
 */
export function matches(pattern: string, record: unknown): boolean {
  const [, condition] = /^\{ (.+) \}$/.exec(pattern) ?? [];
  if (condition === undefined) throw new Error(`Not a pattern for JSON: ${pattern}`);
  return condition.split(' || ').some((term) => holds(term.replace(/^\((.+)\)$/, '$1'), record));
}

function holds(term: string, record: unknown): boolean {
  const [, path, number, text] = /^\$\.([\w.]+) = (?:(\d+)|"([^"]*)")$/.exec(term) ?? [];
  if (path === undefined) throw new Error(`Not a comparison: ${term}`);
  const value = path
    .split('.')
    .reduce<unknown>(
      (object, key) => (object as Record<string, unknown> | undefined)?.[key],
      record,
    );
  if (number !== undefined) return value === Number(number);
  // A star stands for any text, at the end here.
  if (text?.endsWith('*')) return typeof value === 'string' && value.startsWith(text.slice(0, -1));
  return value === text;
}
