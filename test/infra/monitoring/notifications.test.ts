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

const { commit, repositoryUrl } = otherSettings;
const { template } = await synthesizedWith(optionalSettings);

it('pages reach each address of theirs, and tickets another', () => {
  const [pages, tickets] = Object.keys(resourcesOf('AWS::SNS::Topic', template));
  const subscriptions = Object.values(resourcesOf('AWS::SNS::Subscription', template));
  const to = subscriptions.map(({ Properties: { Protocol, Endpoint, TopicArn } }) => {
    return [Protocol, Endpoint, Object(TopicArn).Ref];
  });
  expect(to).toEqual([
    ['email', 'on-call@example.com', pages],
    ['https', 'https://pager.example.com/v1?key=a-b', pages],
    ['email', 'team@example.com', tickets],
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
