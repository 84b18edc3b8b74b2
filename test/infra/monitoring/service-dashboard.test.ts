import { describe, expect, it } from 'vitest';
import { resourcesOf, template } from '../../synthesized.ts';
import { graphsOf } from './dashboard-body.ts';
import { evaluate, meaningsOfMissing, type Values } from './metric-expression.ts';

/** What a graph of the dashboard draws, by label, at a moment when its metrics have these values. */
function seriesOf(title: string, values: Values) {
  const graph = graphsOf(template).find((one) => one.title === title);
  const drawn = (graph?.metrics ?? []).map((metric) => Object(metric.at(-1)));
  const computed = drawn.filter(({ expression }) => expression !== undefined);
  return Object.fromEntries(
    computed.map(({ label, expression }) => {
      const [one, other] = meaningsOfMissing.map((missing) =>
        evaluate(expression, values, missing),
      );
      expect(one, label).toBe(other);
      return [label, one];
    }),
  );
}

it('the list of alarms has each one that calls somebody or rolls a release back', () => {
  const composites = resourcesOf('AWS::CloudWatch::CompositeAlarm');
  const rules = JSON.stringify(composites);
  const others = Object.keys(resourcesOf('AWS::CloudWatch::Alarm'));
  const { alarms = [] } = graphsOf(template).find(({ title }) => title === 'Alarms') ?? {};
  expect(alarms.toSorted()).toEqual(
    [...Object.keys(composites), ...others.filter((id) => !rules.includes(`"${id}"`))].toSorted(),
  );
});

it('begins with the answers, and has the time of the store third below "How fast?"', () => {
  const titles = graphsOf(template).map(({ title, markdown }) => title ?? markdown);
  expect(titles.slice(1, 3)).toEqual(['Answers a minute', 'Alarms']);
  expect(titles[titles.indexOf('## How fast?') + 3]).toContain('DynamoDB');
});

it('shows sums per minute also if somebody zooms out', () => {
  expect(JSON.stringify(template)).toContain(String.raw`\"periodOverride\":\"inherit\"`);
});

/** The first graph in a minute. A metric that is not given has no value. */
function answers(values: Record<string, number>) {
  const ofGateway = ['requests', 'clientErrors', 'serverErrors'];
  const names = [...ofGateway, 'unexpected', 'unavailable', 'runs'];
  const none = Object.fromEntries(names.map((name) => [name, undefined]));
  const series = seriesOf('Answers a minute', { ...none, ...values });
  expect(Object.keys(series).join()).toMatch(/^200.*,4xx.*,400.*ours.*,5xx/);
  return Object.values(series);
}

describe('the first graph', () => {
  it('separates our failures from those of clients, although the gateway calls both 4xx', () => {
    const values = { clientErrors: 30, unexpected: 5, unavailable: 10 };
    expect(answers({ requests: 100, ...values, serverErrors: 2 })).toEqual([68, 15, 15, 2]);
  });

  it('blames no client for an outage', () => {
    expect(answers({ requests: 60, clientErrors: 60, unavailable: 60 })).toEqual([0, 0, 60, 0]);
  });

  it('leaves out the requests of a run of the probe', () => {
    expect(answers({ requests: 12, clientErrors: 4, runs: 1 })).toEqual([6, 3, 0, 0]);
  });

  it('counts no refused token of the probe as one of a client', () => {
    expect(seriesOf("Clients', a minute", { refused: 5, runs: 1 })).toEqual({
      'tokens refused': 4,
    });
    const none = { refused: undefined, runs: undefined };
    expect(seriesOf("Clients', a minute", none)).toEqual({ 'tokens refused': 0 });
  });

  it('is there in a good minute and in one without traffic', () => {
    expect(answers({ requests: 60 })).toEqual([60, 0, 0, 0]);
    expect(answers({})).toEqual([0, 0, 0, 0]);
  });
});
