import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { resourceOf, resourcesOf } from '../../synthesized.ts';

const runbook = readFileSync('infra/monitoring/RUNBOOK.md', 'utf8');
const sections = runbook.split(/^## /m);
const entries = (sections.find((section) => section.startsWith('Alarms\n')) ?? '')
  .split(/^### /m)
  .slice(1)
  .map((text) => ({ name: text.slice(0, text.indexOf('\n')), text }));

const alarms = Object.values(resourcesOf('AWS::CloudWatch::Alarm')).map(({ Properties }) => ({
  name: String(Properties['AlarmName']).replace('PlantStore-', ''),
  description: String(Properties['AlarmDescription']),
}));

describe('the runbook', () => {
  it('has an entry for each alarm, and for none that is gone', () => {
    expect(entries.map(({ name }) => name).sort()).toEqual(alarms.map(({ name }) => name).sort());
  });

  it('begins with the first thing to do about each alarm', () => {
    const rows = [...(sections[0] ?? '').matchAll(/^\| \[(\w+)\]\(#(\w+)\) \| \S.+ \|$/gm)];
    expect(rows.map(([, name]) => name)).toEqual(entries.map(({ name }) => name));
    for (const [, name, anchor] of rows) expect(anchor).toBe(name?.toLowerCase());
  });

  it('says each query once', () => {
    const queries = [...runbook.matchAll(/```sql\n(.*?)```/gs)].map(([, query]) => query);
    expect(new Set(queries).size).toBe(queries.length);
  });

  it.each(alarms)('is where the description of $name points', ({ name, description }) => {
    const entry = `infra/monitoring/RUNBOOK.md#${name.toLowerCase()}`;
    expect(description).toMatch(new RegExp(`^[A-Z].{20,}[.] ${entry}$`));
  });

  it.each(entries)('says of $name what it means, where to look and what to do', ({ text }) => {
    expect(text).toMatch(/^\*\*Meaning\.\*\* ./m);
    expect(text).toMatch(/^\*\*Look\.\*\* (\[.+\]\(#\S+\)|.+:\n\n```sql\n)/m);
    expect(text).toMatch(/^\*\*Do\.\*\* ./m);
  });
});

describe('the queries of the runbook', () => {
  const { Format } = resourceOf('AWS::ApiGatewayV2::Stage').Properties['AccessLogSettings'] as {
    Format: string;
  };
  const fields = new Set([
    ...Object.keys(JSON.parse(Format)),
    // What the functions log, and failure-metrics.test.ts sees.
    ...['error', 'fault', 'refused', 'client', 'requestId', 'cause.name', 'cause.message'].map(
      (field) => `message.${field}`,
    ),
    // https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html
    ...['level', 'type', 'record.status', 'record.errorType'],
    ...['record.metrics.durationMs', 'record.metrics.initDurationMs'],
    ...['@timestamp', '@message'],
  ]);
  const language =
    /^(fields|filter|stats|sort|limit|by|as|and|or|in|like|desc|count|pct|bin|ispresent)$/;

  it.each([...runbook.matchAll(/```sql\n(.*?)```/gs)].map(([, query = '']) => query))(
    '%s',
    (query) => {
      const bare = query.replace(/"[^"]*"|\/[^/\n]*\/|\b\d+m?\b/g, '');
      const named = [...bare.matchAll(/ as (\w+)/g)].map(([, name = '']) => name);
      const words = [...bare.matchAll(/@?[a-z][\w.]*/gi)].map(([word]) => word);
      const unknown = words.filter(
        (word) => !language.test(word) && !named.includes(word) && !fields.has(word),
      );
      expect(unknown).toEqual([]);
    },
  );
});
