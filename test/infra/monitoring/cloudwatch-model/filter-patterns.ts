import { resourcesOf, type Template } from '../../../setup/synthesized.ts';
import { isTrue } from '../../is-true.ts';

// What CloudWatch does with a filter on the lines of a log, by its documents: nobody asked AWS.

/** A filter in a template. */
interface Filter {
  readonly FilterPattern: string;
  readonly LogGroupName: { readonly Ref: string };
  readonly MetricTransformations: readonly [
    { readonly MetricName: string; readonly DefaultValue?: number },
  ];
}

export function filtersOf(template?: Template): readonly Filter[] {
  const filters = Object.values(resourcesOf('AWS::Logs::MetricFilter', template));
  return filters.map(({ Properties }) => Properties as unknown as Filter);
}

/** The metrics that count one of these lines of a log. */
export function countedIn(
  logs: RegExp,
  lines: readonly unknown[],
  filters = filtersOf(),
): readonly string[] {
  return filters
    .filter(({ LogGroupName }) => logs.test(LogGroupName.Ref))
    .filter(({ FilterPattern }) => lines.some((line) => matches(FilterPattern, line)))
    .map(({ MetricTransformations: [{ MetricName }] }) => MetricName)
    .toSorted();
}

/**
 * Whether a filter pattern for JSON matches a log record. It is the part of the grammar that is used here, and nothing
 * else: https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
 */
function matches(pattern: string, record: unknown): boolean {
  const [, condition = pattern] = /^\{ (.+) \}$/.exec(pattern) ?? [];
  const present = condition.replaceAll(/\$\.([\w.]+) NOT EXISTS/g, (_, path) =>
    String(valueAt(path, record) === undefined),
  );
  const verdicts = present.replaceAll(
    /\$\.([\w.]+) (!?=) (?:(\d+)|"([^"]*)"|%([^%]*)%)/g,
    (_, path, operator, number, text, expression) => {
      const value = valueAt(path, record);
      // A field that is not there matches neither.
      if (value === undefined) return 'false';
      if (expression) return String(typeof value === 'string' && RegExp(expression).test(value));
      return String((operator === '=') === isEqual(value, number, text));
    },
  );
  return isTrue(verdicts);
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
