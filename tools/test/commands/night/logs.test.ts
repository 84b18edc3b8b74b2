import { expect, it } from 'vitest';
import { routes } from '../../../../functions/service.ts';
import { resourcesOf, template } from '../../../../test/setup/synthesized.ts';
import { useAwsModel } from '../../setup/aws-model/use-aws-model.ts';
import { night } from './run-night.ts';

// Their names begin with that of the stack, which another service calls otherwise.
const [query] = Object.values(resourcesOf('AWS::Logs::QueryDefinition'));
const [ownStack] = `${query?.Properties?.['Name']}`.split('/');
const deployed = JSON.stringify(template).replaceAll(`"${ownStack}/`, '"PlantStore/');
const { model } = await useAwsModel({ template: JSON.parse(deployed) });
const [{ functionName }] = routes;

/** The queries of the template, as they are deployed. */
function savedQueries() {
  return model.state.resources
    .filter(({ type }) => type === 'AWS::Logs::QueryDefinition')
    .map(({ properties }) => ({
      name: String(properties.Name).replace('PlantStore/', ''),
      query: String(properties.QueryString),
      groups: properties.LogGroupNames as string[],
    }));
}

function inputs(operation: string) {
  return model.calls.filter((call) => call.operation === operation).map(({ input }) => input);
}

function remove(group: string): void {
  model.state.resources = model.state.resources.filter(({ physicalId }) => physicalId !== group);
}

function savedQuery(is: (saved: ReturnType<typeof savedQueries>[number]) => boolean) {
  return savedQueries().find(is) ?? expect.fail('no such query');
}

it('prints the names of the queries, also if they come in pages', async () => {
  model.state.pageSize = 2;
  const { code, out } = await night('query --stack PlantStore');
  expect(code).toBe(0);
  expect(out.split('\n')).toEqual(
    savedQueries()
      .map(({ name }) => name)
      .toSorted(),
  );
});

it('runs a saved query over its own logs and the last hours, and prints a row in a line', async () => {
  const saved = savedQuery(() => true);
  model.state.rows[`${saved.groups[0]}`] = [
    { status: '500', client: 'nursery\u009b2J\n', '@ptr': 'abc' },
    { status: '400', client: '-', '@ptr': 'def' },
  ];
  const before = Math.floor(Date.now() / 1000);
  const { code, out } = await night(`query ${saved.name} --stack PlantStore --hours 3`);
  expect({ code, out }).toEqual({
    code: 0,
    out: 'status=500  client=nursery\ufffd2J\ufffd\nstatus=400  client=-',
  });
  const [asked] = inputs('StartQuery') as { startTime: number; endTime: number }[];
  expect(asked).toMatchObject({ queryString: saved.query, logGroupNames: saved.groups });
  expect(Number(asked?.endTime) - Number(asked?.startTime)).toBe(3 * 3600);
  expect(asked?.endTime).toBeGreaterThanOrEqual(before);
});

it.each([
  ['requests', 'AccessLog'],
  [functionName, functionName],
])('asks the log of %s', async (name, part) => {
  await night(`log ${name} --stack PlantStore --query limit`);
  const [asked] = inputs('StartQuery') as { logGroupNames: string[] }[];
  const [group] = asked?.logGroupNames ?? [];
  const found = model.state.resources.find(({ physicalId }) => physicalId === group);
  expect(found).toMatchObject({
    type: 'AWS::Logs::LogGroup',
    logicalId: expect.stringContaining(part),
  });
  expect(asked).toMatchObject({ queryString: 'limit' });
});

it('says that an answer ends at its limit', async () => {
  const saved = savedQuery(({ query }) => query.includes('limit 20'));
  const [group = ''] = saved.groups;
  const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ n: `${index}` }));
  model.state.rows[group] = rows(19);
  const line = `query ${saved.name} --stack PlantStore`;
  expect((await night(line)).notes).toBe('');
  model.state.rows[group] = rows(20);
  expect((await night(line)).notes).toMatch(/\b20\b/);
  const log = `log ${functionName} --query filter --stack PlantStore`;
  model.state.rows[group] = rows(10_000);
  expect((await night(log)).notes).toMatch(/\b10000\b/);
});

it('waits for the end of a query, and does not take a failed one for an answer', async () => {
  const saved = savedQuery(() => true);
  const line = `query ${saved.name} --stack PlantStore`;
  model.state.rows[`${saved.groups[0]}`] = [{ n: '1' }];
  model.state.queryStates = ['Running'];
  expect(await night(line)).toMatchObject({ code: 0, out: 'n=1' });
  model.state.queryStates = ['Failed'];
  const failed = await night(line);
  expect(failed).toMatchObject({ code: 1, out: '', notes: expect.stringContaining('Failed') });
});

it('says that there is no line, and which logs are missing', async () => {
  const saved = savedQuery(({ groups }) => groups.length > 1);
  const [first = '', second = ''] = saved.groups;
  const line = `query ${saved.name} --stack PlantStore`;
  const nothing = await night(line);
  expect(nothing).toMatchObject({
    code: 0,
    out: '',
    notes: expect.stringContaining('no such line'),
  });
  model.state.rows[second] = [{ n: '1' }];
  remove(first);
  const part = await night(line);
  expect(part).toMatchObject({ code: 0, out: 'n=1', notes: expect.stringContaining(first) });
  expect(part.notes).not.toContain(second);
  for (const group of saved.groups) remove(group);
  const all = await night(line);
  expect(all).toMatchObject({ code: 1, out: '' });
  for (const group of saved.groups) expect(all.notes).toContain(group);
});

it.each([
  ['query nothing --stack PlantStore', () => savedQueries()[0]?.name],
  ['log nothing --stack PlantStore', () => functionName],
  ['log --stack PlantStore', () => 'requests'],
  [`log ${functionName} filter x --stack PlantStore`, () => 'quotes'],
  [`log ${functionName} --hours 0 --stack PlantStore`, () => '--hours'],
  [`log ${functionName} --hours a --stack PlantStore`, () => '--hours'],
])('%s is refused with a sentence that says what to write', async (line, word) => {
  const { code, out, notes } = await night(line);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(notes).toMatch(/^[^\n]+\.$/);
  expect(notes).toContain(word());
  expect(inputs('StartQuery')).toEqual([]);
});

it('if the stack has lost its queries, names the command that reads a log', async () => {
  model.state.resources = model.state.resources.filter(
    ({ type }) => type !== 'AWS::Logs::QueryDefinition',
  );
  const { code, notes } = await night('query refused-tokens --stack PlantStore');
  expect(code).toBe(2);
  expect(notes).toContain('npm run night -- log --help');
});

it('each function of the template has a log that can be asked', async () => {
  const { notes } = await night('log nothing --stack PlantStore');
  for (const name of Object.keys(resourcesOf('AWS::Lambda::Function')))
    expect(notes).toContain(name);
});
