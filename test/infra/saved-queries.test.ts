import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createAuthorizer } from '../../functions/authorize/authorize.ts';
import { createPlantHandler } from '../../functions/create-plant/create-plant.ts';
import { Failure } from '../../functions/http/failure.ts';
import { functionLog } from '../../infra/function-log.ts';
import { createToken } from '../../tools/commands/token/create-token.ts';
import { exampleJson } from '../../tools/test/setup/contract.ts';
import { loggedLines } from '../setup/logged-lines.ts';
import { resourceOf, resourcesOf } from '../setup/synthesized.ts';
import { context, gatewayEvent } from '../setup/test-events.ts';
import { isTrue } from './is-true.ts';

const queries = Object.values(resourcesOf('AWS::Logs::QueryDefinition')).map(({ Properties }) => ({
  name: `${Properties['Name']}`.replace('PlantStore/', ''),
  text: `${Properties['QueryString']}`,
  logs: (Properties['LogGroupNames'] as { Ref: string }[]).map(({ Ref }) => Ref),
}));

it.each(queries)('$name shows the most or the newest first', (query) => {
  expect(query.text).not.toMatch(/\bsort (?!.* desc)/);
  expect(query.text, 'levels as Lambda writes them').not.toMatch(/\blevel\b[^|]*"[a-z]/);
});

it('a query reads fields that a function or Lambda logs', async () => {
  const throttlingReasons = [{ reason: 'TableWriteKeyRangeThroughputExceeded' }];
  const cause = Object.assign(new Error('slow down'), { throttlingReasons });
  const add = createPlantHandler(() => Promise.reject(new Failure('unavailable', 'later', cause)));
  const authorize = createAuthorizer(async () => undefined);
  const unknown = { identitySource: [`Bearer ${createToken()}`] } as never;
  const lines = [
    ...(await loggedLines(() => add(gatewayEvent(exampleJson()), context()))),
    ...(await loggedLines(() => authorize(unknown))),
    // Lambda's own line of a crash.
    { message: { errorMessage: 'RequestId: 1 Error: Runtime exited' } },
  ];
  const valueIn = (line: unknown, field: string) =>
    field.split('.').reduce((value, name) => Object(value)[name], line);
  const isLogged = (field: string) => lines.some((line) => valueIn(line, field) !== undefined);
  const known = Object.values<string>(functionLog);
  expect(known.filter((field) => !isLogged(field))).toEqual([]);
  const read = queries.flatMap(({ text }) => text.match(/\bmessage\.[\w.]+/g) ?? []);
  expect(read.filter((field) => !known.includes(field))).toEqual([]);
});

it('each log is in a query, and that of each function is in errors-of-functions', () => {
  const { logs } = queries.find(({ name }) => name === 'errors-of-functions') ?? expect.fail();
  const all = Object.keys(resourcesOf('AWS::Logs::LogGroup'));
  expect(all.filter((id) => !logs.includes(id))).toEqual([expect.stringMatching(/^ApiAccessLogs/)]);
});

it('the runbook names columns of these queries', () => {
  const { Format } = Object(resourceOf('AWS::ApiGatewayV2::Stage').Properties['AccessLogSettings']);
  const fields = Object.keys(JSON.parse(Format));
  const named = readFileSync('docs/RUNBOOK.md', 'utf8').match(/(?<=`)\w+(?=`)/g) ?? [];
  const columns = queries.flatMap(({ text }) => text.match(/(?<=\bby .*)\w+/g) ?? []);
  expect(columns).toEqual(expect.arrayContaining(named.filter((name) => fields.includes(name))));
});

/** Whether a query finds a line with these fields. It knows the part of the language that the filters use. */
function finds(name: string, line: Readonly<Record<string, string | number>>): boolean {
  const { text } = queries.find((one) => one.name === name) ?? expect.fail(name);
  const [filter = ''] = /(?<=filter ).+/.exec(text) ?? [];
  const verdicts = filter
    .replaceAll(/ispresent\(([\w.]+)\)/g, (_, field) => `${line[field] !== undefined}`)
    .replaceAll(/([\w.]+) (!?=) ("[^"]*")/g, (_, field, operator, value) =>
      String((line[field] === JSON.parse(value)) === (operator === '=')),
    )
    .replaceAll(
      /([\w.]+) like \/([^/]+)\//g,
      (_, field, form) => `${RegExp(form).test(`${line[field]}`)}`,
    )
    .replaceAll(
      /([\w.]+) in (\[[^\]]*\])/g,
      (_, field, list) => `${JSON.parse(list).includes(line[field])}`,
    )
    .replaceAll(/\band\b/g, '&&')
    .replaceAll(/\bor\b/g, '||');
  return isTrue(verdicts);
}

it('the query failed-requests finds what can fail by our fault, also a 400, and nothing else', () => {
  const statuses = '200 400 401 403 404 413 429 431 500 503 504'.split(' ');
  for (const client of ['nursery', '-']) {
    const found = statuses.filter((status) => finds('failed-requests', { client, status }));
    expect(found).toEqual(['400', '429', '500', '503', '504']);
  }
  expect(
    statuses.filter((status) => finds('failed-requests', { client: 'probe', status })),
  ).toEqual([]);
});

it.each([
  ['failures-of-plants', { 'message.error': 1000 }, { 'message.error': 1003 }],
  ['failures-of-plants', { 'message.error': 1006 }, {}],
  ['errors-of-functions', { level: 'ERROR' }, { level: 'INFO' }],
  ['errors-of-functions', { level: 'FATAL' }, { level: 'WARN' }],
  ['errors-of-functions', { level: 'INFO', 'message.errorMessage': 'a crash' }, {}],
  ['refused-tokens', { 'message.refused': 'unknown' }, { 'message.error': 1003 }],
])('the query %s finds %o and not %o', (name, found, other) => {
  expect(finds(name, found as never)).toBe(true);
  expect(finds(name, other as never)).toBe(false);
});
