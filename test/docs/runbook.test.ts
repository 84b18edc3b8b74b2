import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { authorize } from '../../functions/authorize/authorize.ts';
import { createPlant } from '../../functions/create-plant/create-plant.ts';
import { generateToken } from '../../tools/commands/token/generate-token.ts';
import { context, createPlantEvent } from '../events.ts';
import { resourceOf, resourcesOf } from '../synthesized.ts';
import { synthesizedWith } from '../synthesized-with.ts';

const runbook = readFileSync('docs/RUNBOOK.md', 'utf8');
const [intro = ''] = runbook.split(/^## /m);
const entries = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);

// With a domain, because its certificate has an alarm.
const { template } = synthesizedWith({
  domainName: 'plants.example.com',
  certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-1234',
}).getStackByName('PlantStore');
const alarms = ['AWS::CloudWatch::CompositeAlarm', 'AWS::CloudWatch::Alarm']
  .flatMap((type) => Object.values(resourcesOf(type, template)))
  .map(({ Properties }) => ({
    name: String(Properties['AlarmName']).replace('PlantStore-', ''),
    description: String(Properties['AlarmDescription']),
    topic: JSON.stringify(Properties['AlarmActions']) as string | undefined,
  }));

describe('the runbook', () => {
  it.each([
    ['Pages', 'AlarmTopic'],
    ['Tickets', 'TicketTopic'],
  ])('begins with the alarms that call somebody: %s', (kind, topic) => {
    const [, list = ''] = new RegExp(`^\\*\\*${kind}:\\*\\* (.+)\\.$`, 'm').exec(intro) ?? [];
    const listed = [...list.matchAll(/\[(\w+)\]/g)].map(([, name]) => name);
    const calling = alarms.filter((alarm) => alarm.topic?.includes(topic));
    expect(listed.toSorted()).toEqual(calling.map(({ name }) => name).toSorted());
    expect(entries).toEqual(expect.arrayContaining(listed));
  });

  it.each(alarms)('explains $name where its description points', ({ name, topic, description }) => {
    const [, entry] = /^[A-Z].{20,}[.] docs\/RUNBOOK\.md#([a-z-]+)$/.exec(description) ?? [];
    if (topic) expect(entry).toBe(name.toLowerCase());
    else {
      expect(['unavailable', 'slow', 'roll-back']).toContain(entry);
      expect(intro).toContain(`\`${name}\``);
    }
  });
});

/** The names of all fields in lines as Lambda writes them around what a function logs. */
async function loggedFields(): Promise<string[]> {
  const spies = (['info', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => {}),
  );
  const cause = Object.assign(new Error('a bug'), {
    throttlingReasons: [{ reason: 'TableWriteAccountLimitExceeded' }],
  });
  const create = createPlant(() => Promise.reject(cause));
  await create(createPlantEvent('{"id":1,"name":"Fern"}'), context());
  const event = { identitySource: [`Bearer ${generateToken()}`] } as never;
  await authorize(() => Promise.reject(new Error('down')))(event).catch(() => {});
  await authorize(() => Promise.resolve({ client: 'x', lastFour: 'abcd', revoked: 1 }))(event);
  const messages = spies.flatMap((spy) => spy.mock.calls.map(([message]) => message));
  vi.restoreAllMocks();
  return fieldsOf(JSON.parse(JSON.stringify(messages))).map((field) =>
    field.replace(/^\d+/, 'message'),
  );
}

function fieldsOf(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'object' ? fieldsOf(inner, `${path}${key}.`) : [`${path}${key}`],
  );
}

it('has queries for fields that occur, in words of the language', async () => {
  const { Format } = Object(resourceOf('AWS::ApiGatewayV2::Stage').Properties['AccessLogSettings']);
  const known = new Set([
    ...Object.keys(JSON.parse(Format)),
    ...(await loggedFields()),
    // https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html
    ...['@timestamp', '@message', 'level', 'type', 'record.status', 'record.errorType'],
    ...['record.metrics.durationMs', 'record.metrics.initDurationMs'],
    // https://docs.aws.amazon.com/lambda/latest/dg/nodejs-logging.html (what a function throws)
    'message.errorMessage',
    ...'fields filter stats sort limit by as and or in like desc count pct bin ispresent max asc'.split(
      ' ',
    ),
  ]);
  const pages = runbook + readFileSync('docs/DEPLOY.md', 'utf8');
  const queries = [...pages.matchAll(/```sql\n(.*?)```/gs)].map(([, query = '']) => query);
  expect(queries.length).toBeGreaterThan(10);
  for (const query of queries) {
    const bare = query.replace(/"[^"]*"|\/[^/\n]*\/|\b\d+m?\b/g, '');
    const named = [...bare.matchAll(/ as (\w+)/g)].map(([, name]) => name);
    const words = bare.match(/@?[a-z][\w.]*/gi) ?? [];
    expect(
      words.filter((word) => !known.has(word) && !named.includes(word)),
      query,
    ).toEqual([]);
  }
});
