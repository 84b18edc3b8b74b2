import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createToken } from '../../../tools/commands/token/create-token.ts';
import { alarmQuestions } from './alarm-questions.ts';
import { gatewayQuestions, isOfGateway } from './gateway-questions.ts';
import { logQuestions } from './log-questions.ts';
import { metricQuestions } from './metric-questions.ts';
import { outcomeQuestions } from './outcome-questions.ts';
import {
  askQuestion,
  finding,
  isRed,
  notAsked,
  type Question,
  rowOf,
  tableHead,
  type Verdict,
} from './question.ts';
import { questionsOf } from './questions.ts';
import { releaseQuestion } from './release-question.ts';
import { startStandIn } from './stand-in.ts';
import type { StandInStage } from './stand-in-stage.ts';
import { tokenQuestions } from './token-questions.ts';

async function verdictsOf(questions: readonly Question[]): Promise<[string, Verdict][]> {
  const verdicts: [string, Verdict][] = [];
  for (const question of questions)
    verdicts.push([question.asks, (await askQuestion(question)).verdict]);
  return verdicts;
}

it('the local gateway answers as AWS is expected to, except to long headers', async () => {
  const { asked } = await startStandIn();
  const verdicts = await verdictsOf(gatewayQuestions(asked));
  const others = verdicts.filter(([, verdict]) => verdict !== 'as expected');
  // Node accepts more than 10 kB.
  const asks = 'What does the gateway answer to headers of 11 kB?';
  expect(others).toEqual([[asks, 'not as expected']]);
});

it('a stage that does not answer makes each question fail, and each is asked', async () => {
  const { asked } = await startStandIn();
  const questions = gatewayQuestions({ ...asked, url: 'http://127.0.0.1:1' });
  const verdicts = await verdictsOf(questions);
  expect(new Set(verdicts.map(([, verdict]) => verdict))).toEqual(new Set(['could not be asked']));
  expect(verdicts).toHaveLength(questions.length);
});

type Questions = typeof questionsOf;

/** The verdicts that are not as expected, each by the beginning of its question. */
async function surprises(
  questions: Questions,
  change: Partial<StandInStage>,
  begins: readonly string[] = [],
) {
  const { asked, deploy, stage } = await startStandIn();
  Object.assign(stage, change);
  const verdicts = await verdictsOf(questions(asked, deploy).filter((one) => !isOfGateway(one)));
  const others = verdicts.filter(([, verdict]) => verdict !== 'as expected');
  const named = others.map(([asks, verdict]) => {
    return [begins.find((one) => asks.startsWith(one)) ?? asks, verdict];
  });
  return Object.fromEntries(named);
}

it('a stage that is as we expect is well', async () => {
  expect(await surprises(questionsOf, {})).toEqual({});
});

/** All alarms are OK, except this one. */
function alarm(wrong: string, StateValue: string, EvaluationState?: string): StandInStage['alarm'] {
  const state = { StateValue, StateReason: '', ...(EvaluationState && { EvaluationState }) };
  return (name) => (name === wrong ? state : { StateValue: 'OK', StateReason: '' });
}

const wrong = 'not as expected';
const noLines = { 'Is a line': wrong, 'Does a line': wrong } as const;
type Line = StandInStage['line'];
const noJson: Line = (id) => `{"requestId":"${id}","agent":"a"b"}`;
const withText: Line = (requestId, client) =>
  JSON.stringify({ requestId, client, agent: 'trial"' });
const forged: Line = (requestId) => JSON.stringify({ requestId, client: 'probe' });

const ofRelease: Questions = (asked, deploy) => [releaseQuestion(asked, deploy)];

type Fault = readonly [
  name: string,
  questions: Questions,
  change: Partial<StandInStage>,
  expected: Record<string, Verdict>,
];

/** Each with the questions about it: no other question sees it. */
const faults: readonly Fault[] = [
  ['that revokes late', tokenQuestions, { secondsAfterRevoke: 90 }, { 'How soon': wrong }],
  ['whose cache is too long', tokenQuestions, { secondsAfterEnd: 900 }, { 'How long': wrong }],
  [
    'without a contributor',
    tokenQuestions,
    { hasContributor: false },
    { 'Does the alarm': 'not asked' },
  ],
  ['whose log lacks lines', logQuestions, { line: () => undefined }, noLines],
  ['whose lines are no JSON', logQuestions, { line: noJson }, noLines],
  ['whose lines have texts of clients', logQuestions, { line: withText }, { 'Is a line': wrong }],
  ['whose lines can be forged', logQuestions, { line: forged }, noLines],
  ['whose filters find no JSON', logQuestions, { findsJson: false }, noLines],
  ['that counts no request', metricQuestions, { served: [] }, { 'Does a filter of': wrong }],
  [
    'without zeros',
    metricQuestions,
    { served: [{ Sum: 9, SampleCount: 9 }] },
    { 'Does a filter of': wrong },
  ],
  ['that counts no failure', metricQuestions, { failed: [] }, { 'Does a filter write': wrong }],
  [
    'with failures',
    metricQuestions,
    { failed: [{ Sum: 1, SampleCount: 9 }] },
    { 'Does a filter write': wrong },
  ],
  [
    'with an alarm that cannot be evaluated',
    alarmQuestions,
    { alarm: alarm('Failing', 'OK', 'EVALUATION_ERROR') },
    { 'Can CloudWatch evaluate the alarm Failing?': wrong },
  ],
  [
    'with an alarm that is on',
    alarmQuestions,
    { alarm: alarm('Throttled', 'ALARM') },
    { 'Can CloudWatch evaluate the alarm Throttled?': wrong },
  ],
  [
    'whose alarm tells of the ended token',
    alarmQuestions,
    { alarm: alarm('EndedToken', 'ALARM') },
    {},
  ],
  [
    'with an alarm without data',
    alarmQuestions,
    { alarm: alarm('BudgetBurn', 'INSUFFICIENT_DATA') },
    { 'Can CloudWatch evaluate the alarm BudgetBurn?': 'not asked' },
  ],
  [
    'without one of its alarms',
    alarmQuestions,
    { alarm: (name) => (name === 'Failing' ? undefined : { StateValue: 'OK', StateReason: '' }) },
    { 'Can CloudWatch evaluate the alarm Failing?': wrong },
  ],
  ['that cannot go back', ofRelease, { end: 'UPDATE_ROLLBACK_FAILED' }, { 'Is a release': wrong }],
  ['that keeps the new version', ofRelease, { versionAfter: '2' }, { 'Is a release': wrong }],
  ['whose second function never moves', ofRelease, { moves: false }, { 'Is a release': wrong }],
  [
    'that refuses a call',
    metricQuestions,
    { refuses: 'GetMetricStatistics' },
    { 'Does a filter': 'could not be asked' },
  ],
];

it.each(faults)('of a stage %s, the answers say so', async (_, questions, change, expected) => {
  expect(await surprises(questions, change, Object.keys(expected))).toEqual(expected);
});

it('a run that releases nothing says so', async () => {
  const { asked, calls } = await startStandIn();
  const last = questionsOf(asked).at(-1) ?? expect.fail();
  expect(await askQuestion(last)).toMatchObject({ verdict: 'not asked' });
  expect(calls.map(({ operation }) => operation)).not.toContain('SetAlarmState');
});

it('what the steps before have seen is in the table', async () => {
  const outcomes = {
    deploy: { outcome: 'success' },
    test: { outcome: 'failure' },
    probe: { outcome: 'cancelled' },
    look: { outcome: 'skipped' },
  };
  const verdicts = await verdictsOf(outcomeQuestions(outcomes));
  expect(verdicts.map(([, verdict]) => verdict)).toEqual([
    'as expected',
    'not as expected',
    'not as expected',
    'not asked',
  ]);
  const missing = await verdictsOf(outcomeQuestions({}));
  expect(new Set(missing.map(([, verdict]) => verdict))).toEqual(new Set(['not asked']));
});

it('a run is red if an answer is not as expected, or a question could not be asked', () => {
  expect([finding('', true), notAsked('')].map(isRed)).toEqual([false, false]);
  const failed = { seen: '', verdict: 'could not be asked' } as const;
  expect([finding('', false), failed].map(isRed)).toEqual([true, true]);
});

it('a row of the table has one line, five cells and no token', () => {
  const token = createToken();
  const question = { asks: 'a?', expected: 'b', ask: () => notAsked('') };
  const row = rowOf(question, finding(`one | two\n${token}`, true), new Date(0));
  expect(row).toMatch(/^\| a\? \| b \| one \\\| two \S+ \| as expected \| 1970-01-01 \|$/);
  expect(row).not.toContain(token);
});

it('docs/EVIDENCE.md lists each question, with what we expect', async () => {
  const page = readFileSync('docs/EVIDENCE.md', 'utf8');
  const { asked } = await startStandIn();
  const questions = [...outcomeQuestions({}), ...questionsOf(asked)];
  const missing = questions.flatMap(({ asks, expected }) => {
    // One line stands for all alarms.
    const isThere = asks.startsWith('Can CloudWatch') || page.includes(`| ${asks} | ${expected} |`);
    return isThere ? [] : asks;
  });
  expect(missing).toEqual([]);
  expect(page).toContain(tableHead);
});
