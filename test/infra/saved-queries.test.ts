import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { functionLog } from '../../infra/function-log.ts';
import { resourceOf, resourcesOf } from '../setup/synthesized.ts';

const queries = Object.values(resourcesOf('AWS::Logs::QueryDefinition')).map(({ Properties }) => ({
  name: `${Properties['Name']}`.replace('PlantStore/', ''),
  text: `${Properties['QueryString']}`,
  logs: (Properties['LogGroupNames'] as { Ref: string }[]).map(({ Ref }) => Ref),
}));

it.each(queries)('$name shows the most or the newest first', (query) => {
  expect(query.text).not.toMatch(/\bsort (?!.* desc)/);
  expect(query.text, 'levels as Lambda writes them').not.toMatch(/\blevel\b[^|]*"[a-z]/);
});

it('a query reads fields that a function or Lambda logs', () => {
  const known = [...Object.keys(functionLog), 'cause', 'throttled', 'requestId', 'errorMessage'];
  const fields = queries.flatMap(({ text }) => text.match(/(?<=\bmessage\.)\w+/g) ?? []);
  expect(fields.filter((field) => !known.includes(field))).toEqual([]);
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

it('the query failed-requests finds what can fail by our fault, also a 400, and nothing else', () => {
  const query = queries.find(({ name }) => name === 'failed-requests');
  const [filter = ''] = /filter .+/.exec(`${query?.text}`) ?? [];
  const wanted = [...filter.matchAll(/\/(\^\d+)\/|"(\d+)"/g)];
  const forms = wanted.map(([, start, whole]) => RegExp(start ?? `^${whole}$`));
  const statuses = '200 400 401 403 404 413 429 431 500 503 504'.split(' ');
  const found = statuses.filter((status) => forms.some((form) => form.test(status)));
  expect(found).toEqual(['400', '429', '500', '503', '504']);
});
