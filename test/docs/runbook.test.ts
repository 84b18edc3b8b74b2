import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { authorize } from '../../functions/authorize/authorize.ts';
import { generateToken } from '../../functions/authorize/token.ts';
import { createPlant } from '../../functions/create-plant/create-plant.ts';
import { context, createPlantEvent } from '../events.ts';
import { resourceOf, resourcesOf } from '../synthesized.ts';
import { synthesizedWith } from '../synthesized-with.ts';

const runbook = readFileSync('infra/docs/RUNBOOK.md', 'utf8');
const sections = runbook.split(/^## /m);
const entries = (sections.find((section) => section.startsWith('Alarms\n')) ?? '')
  .split(/^### /m)
  .slice(1)
  .map((text) => ({ name: text.slice(0, text.indexOf('\n')), text }));

// With a domain, since its certificate has an alarm of its own.
const { template } = synthesizedWith({
  domainName: 'plants.example.com',
  certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-1234',
}).getStackByName('PlantStore');
const alarms = [
  ...Object.values(resourcesOf('AWS::CloudWatch::CompositeAlarm', template)),
  ...Object.values(resourcesOf('AWS::CloudWatch::Alarm', template)),
].map(({ Properties }) => ({
  name: String(Properties['AlarmName']).replace('PlantStore-', ''),
  description: String(Properties['AlarmDescription']),
  calls: Properties['AlarmActions'] as [{ Ref: string }] | undefined,
}));
const calling = alarms.filter(({ calls }) => calls !== undefined);

/** Where those that call nobody are explained. */
const elsewhere: Record<string, string> = {
  FailingForMinutes: 'unavailable',
  FailingForTwoMinutes: 'unavailable',
  FailingAltogether: 'unavailable',
  FailingAtLowTraffic: 'unavailable',
  FailingByGateway: 'unavailable',
  ProbeFails: 'unavailable',
  ProbeFailsAgain: 'unavailable',
  SlowAnswers: 'slow',
  SlowAtLowTraffic: 'slow',
  CreatePlantRelease: 'roll-back',
  AuthorizeRelease: 'roll-back',
};

describe('the runbook', () => {
  it('separates pages from tickets', () => {
    const listed = [...(sections[0] ?? '').matchAll(/^\| \[(\w+)\]\S+ \| (page|ticket) \|/gm)];
    const topics = { AlarmTopic: 'page', TicketTopic: 'ticket' };
    const called = calling.map(({ name, calls }) => [
      name,
      Object.entries(topics).find(([topic]) => calls?.[0].Ref.includes(topic))?.[1],
    ]);
    expect(listed.map(([, name, severity]) => [name, severity]).sort()).toEqual(called.sort());
  });

  it('names the alarms that call nobody', () => {
    expect(Object.keys(elsewhere).sort()).toEqual(
      alarms
        .filter(({ calls }) => calls === undefined)
        .map(({ name }) => name)
        .sort(),
    );
    for (const name of Object.keys(elsewhere)) expect(sections[0]).toContain(`\`${name}\``);
  });

  it('begins with the first thing to do about each alarm that calls somebody', () => {
    const rows = [...(sections[0] ?? '').matchAll(/^\| \[(\w+)\]\(#(\w+)\) \| \S.+ \|$/gm)];
    expect(rows.map(([, name]) => name)).toEqual(entries.map(({ name }) => name));
    for (const [, name, anchor] of rows) expect(anchor).toBe(name?.toLowerCase());
  });

  it.each(alarms)('is where the description of $name points', ({ name, description }) => {
    const entry = `infra/docs/RUNBOOK.md#${elsewhere[name] ?? name.toLowerCase()}`;
    expect(description).toMatch(new RegExp(`^[A-Z].{20,}[.] ${entry}$`));
  });

  it.each(entries)('says of $name what it means, where to look and what to do', ({ text }) => {
    expect(text).toMatch(/^\*\*Meaning\.\*\* ./m);
    expect(text).toMatch(/^\*\*Look\.\*\* (\[.+\]\(#\S+\)|.+:\n\n```sql\n)/m);
    expect(text).toMatch(/^\*\*Do\.\*\* ./m);
  });
});

/** The names of all fields in lines as Lambda writes them around what a function logs. */
async function loggedFields(): Promise<string[]> {
  const records: object[] = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    const spy = vi.spyOn(console, level).mockImplementation((message) => {
      // https://docs.aws.amazon.com/lambda/latest/dg/nodejs-logging.html
      records.push({ timestamp: '', level: level.toUpperCase(), requestId: '', message });
    });
    onTestFinished(() => spy.mockRestore());
  }
  const throttlingReasons = [{ reason: 'TableWriteAccountLimitExceeded' }];
  await createPlant(() => Promise.reject(Object.assign(new Error('a bug'), { throttlingReasons })))(
    createPlantEvent('{"id":1,"name":"Fern"}'),
    context(),
  );
  const event = { identitySource: [`Bearer ${generateToken()}`] } as never;
  await authorize(() => Promise.reject(new Error('down')))(event).catch(() => {});
  await authorize(() => Promise.resolve({ client: 'x', lastFour: 'abcd', revoked: 1 }))(event);
  return records.flatMap((record) => fieldsOf(JSON.parse(JSON.stringify(record))));
}

function fieldsOf(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'object' ? fieldsOf(inner, `${path}${key}.`) : [`${path}${key}`],
  );
}

it('has queries for fields that occur, in words of the language', async () => {
  const { Format } = resourceOf('AWS::ApiGatewayV2::Stage').Properties['AccessLogSettings'] as {
    Format: string;
  };
  const fields = new Set([
    ...Object.keys(JSON.parse(Format)),
    ...(await loggedFields()),
    // https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html
    ...['type', 'record.status', 'record.errorType'],
    // https://docs.aws.amazon.com/lambda/latest/dg/nodejs-logging.html (what a function throws)
    'message.errorMessage',
    ...['record.metrics.durationMs', 'record.metrics.initDurationMs'],
    ...['@timestamp', '@message'],
  ]);
  const language =
    /^(fields|filter|stats|sort|limit|by|as|and|or|in|like|desc|count|pct|bin|ispresent)$/;
  const queries = [...runbook.matchAll(/```sql\n(.*?)```/gs)].map(([, query = '']) => query);
  expect(queries.length).toBeGreaterThan(5);
  for (const query of queries) {
    const bare = query.replace(/"[^"]*"|\/[^/\n]*\/|\b\d+m?\b/g, '');
    const named = [...bare.matchAll(/ as (\w+)/g)].map(([, name = '']) => name);
    const words = [...bare.matchAll(/@?[a-z][\w.]*/gi)].map(([word]) => word);
    const unknown = words.filter(
      (word) => !language.test(word) && !named.includes(word) && !fields.has(word),
    );
    expect(unknown, query).toEqual([]);
  }
});
