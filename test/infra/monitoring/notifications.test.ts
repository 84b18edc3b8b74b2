import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Problem } from '../../../infra/project/problem.ts';
import { readSettings } from '../../../infra/settings.ts';
import {
  optionalSettings,
  otherSettings,
  resourceOf,
  resourcesOf,
  synthesizedWith,
} from '../../setup/synthesized.ts';
import { alarmsOf, isPartOf, pagesOf } from './template-alarms.ts';

const { commit, repositoryUrl } = otherSettings;
const { template } = await synthesizedWith(optionalSettings);
const alarms = alarmsOf(template);
const pages = pagesOf(template);
const topics = Object.keys(resourcesOf('AWS::SNS::Topic', template));

it('pages reach each address of theirs, and tickets another', () => {
  const [ofPages, ofTickets] = topics;
  const subscriptions = Object.values(resourcesOf('AWS::SNS::Subscription', template));
  const to = subscriptions.map(({ Properties: { Protocol, Endpoint, TopicArn } }) => {
    return [Protocol, Endpoint, Object(TopicArn).Ref];
  });
  expect(to).toEqual([
    ['email', 'on-call@example.com', ofPages],
    ['https', 'https://pager.example.com/v1?key=a-b', ofPages],
    ['email', 'team@example.com', ofTickets],
  ]);
});

it('each alarm calls one topic, is a part of a page, or rolls a release back', () => {
  const releases = JSON.stringify(resourcesOf('AWS::CodeDeploy::DeploymentGroup'));
  for (const one of alarms) {
    const isUsed = isPartOf(pages, one) || releases.includes(`"${one.id}"`);
    expect((one.AlarmActions ?? []).length, one.name).toBe(isUsed ? 0 : 1);
  }
  // Only what the template says can be repaired after a change by hand.
  for (const { ActionsEnabled, AlarmActions, AlarmName, OKActions } of [...alarms, ...pages]) {
    expect(ActionsEnabled, AlarmName).toBe(true);
    expect(OKActions, `${AlarmName}: who is called also hears that it is over`).toEqual(
      AlarmActions,
    );
  }
  expect(pages).toHaveLength(1);
});

it('the runbook lists each page and each ticket', () => {
  const text = readFileSync('docs/RUNBOOK.md', 'utf8');
  const lists = text.match(/^- A \*\*(page|ticket)\*\* .+/gm) ?? [];
  const listed = lists.map((list) => list.match(/(?<=\[)\w+/g)?.toSorted());
  const called = topics.map((topic) =>
    [...alarms, ...pages]
      .filter(({ AlarmActions }) => JSON.stringify(AlarmActions)?.includes(`"${topic}"`))
      .map(({ AlarmName }) => AlarmName.replace('PlantStore-', ''))
      .toSorted(),
  );
  expect(listed).toEqual(called);
});

// EndedToken names a token.
it.each(topics)('%s takes only alarms of this account', (topic) => {
  const policies = Object.values(resourcesOf('AWS::SNS::TopicPolicy'));
  const ofTopic = policies.find(({ Properties }) =>
    JSON.stringify(Properties['Topics']).includes(`"${topic}"`),
  );
  const { Statement } = Object(ofTopic?.Properties['PolicyDocument']);
  expect(Statement.filter(({ Effect }: { Effect: string }) => Effect === 'Allow')).toMatchObject([
    {
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    },
  ]);
});

it('an alarm links to its entry of the runbook in the repository given', () => {
  const runbook = 'https://github.com/example/plants/blob/main/docs/RUNBOOK.md';
  expect(JSON.stringify(template)).toContain(` ${runbook}#budgetburn"`);
});

it('the dashboard links to that runbook, and has the commit', () => {
  const { DashboardBody } = resourceOf('AWS::CloudWatch::Dashboard', template).Properties;
  const body = JSON.stringify(DashboardBody);
  expect(body).toContain(`](${repositoryUrl}/blob/main/docs/RUNBOOK.md)`);
  expect(body).toContain(commit);
});

it('the stack keeps where its alarms find the runbook', () => {
  expect(template.Outputs['RepositoryUrl']).toMatchObject({ Value: repositoryUrl });
});

it('addresses can have spaces between them', () => {
  const given = 'team@example.com, https://pager.example.com/key';
  expect(readSettings({ ticketEmail: given }).ticketEmail).toEqual(given.split(', '));
});

it.each([
  ['alarmEmail', 'nobody'],
  ['ticketEmail', 'a@example.com,a@example.com'],
  ['ticketEmail', 'http://example.com/key'],
])('%s cannot be %j, which is said in one sentence', (key, value) => {
  const stages = { test: { [key]: value } };
  for (const context of [{ [key]: value }, { stages }]) {
    const reading = () => readSettings(context);
    expect(reading).toThrow(Problem);
    expect(reading).toThrow(new RegExp(`^\\S*\\b${key} .+\\.$`));
    expect(reading).toThrow(JSON.stringify(value));
  }
});
