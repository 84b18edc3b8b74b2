import { describe, expect, it, vi } from 'vitest';
import { routes } from '../../../../../functions/service.ts';
import {
  optionalSettings,
  otherSettings,
  synthesizedWith,
} from '../../../../../test/setup/synthesized.ts';
import { askAll } from '../../../../commands/night/look/ask-all.ts';
import { type Asking, createAsking } from '../../../../commands/night/look/asking.ts';
import type { AwsAnswer } from '../../../../commands/night/look/aws-answer.ts';
import { askDrift, withDrift } from '../../../../commands/night/look/drift.ts';
import { exitCodeOfLook } from '../../../../commands/night/look/exit-codes.ts';
import { page } from '../../../../commands/night/look/page.ts';
import { type Verdict, verdictOf } from '../../../../commands/night/look/verdict.ts';
import { askStage } from '../../../../shared/stage/stage.ts';
import { answerIn, denied, throttled } from '../../../setup/aws-model/aws-model.ts';
import type { AwsState } from '../../../setup/aws-model/aws-state.ts';
import { resourcesOf } from '../../../setup/aws-model/find.ts';
import { AwsError } from '../../../setup/aws-model/operation.ts';
import { useAwsModel } from '../../../setup/aws-model/use-aws-model.ts';
import { patience, slow } from '../../../setup/slow.ts';
import { night } from '../run-night.ts';
import { secondFunction, withSecondOperation } from '../second-operation.ts';
import { actionsIn, allGone, askingAgain, keeping, refusing } from './asking-again.ts';
import { leadToEachQuestion } from './each-question.ts';

const [{ functionName, method, path }] = routes;
const now = new Date();
const { template } = await synthesizedWith(optionalSettings);
// No program of git starts for a commit that has no name.
const text = JSON.stringify(withSecondOperation(template));
const deployed = JSON.parse(text.replaceAll(otherSettings.commit, 'unknown'));
const { model, clients } = await useAwsModel({ template: deployed, now });

/** What reads the stage itself. Without these, there is nothing to judge. */
const ofStage = ['DescribeStacks', 'GetTemplate', 'ListStackResources'];

/** The gateway answers a request without a token. */
function answerAsWell(): void {
  vi.stubGlobal('fetch', async () => new Response('', { status: 401 }));
}

/** A whole look. */
function look(options = '') {
  answerAsWell();
  return night(`look --stack PlantStore${options}`);
}

/** The answers of a stage that is well, whose lists all have two pages. */
const answers = new Map<string, AwsAnswer<never>>();
answerAsWell();
model.state.pageSize = 'half';
const stage = await askStage(clients, 'PlantStore');
const wellState = structuredClone(model.state);
model.calls.length = 0;
const well = await verdictBy(keeping(createAsking(clients, patience), answers));
const callsOfWell = [...model.calls];
const answersOfWell = answersOfAllCalls(wellState);

/** What the calls of the look at the stage that is well would get in this state, in their order. */
function answersOfAllCalls(state: AwsState): unknown[] {
  const copy = { ...structuredClone(state), pageSize: wellState.pageSize };
  return callsOfWell.map((call) => answerIn(copy, call));
}

async function verdictBy(asking: Asking, status = stage.status): Promise<Verdict> {
  return verdictOf(await askAll(asking, { ...stage, status }, now));
}

/** The verdict after a test has changed what these actions answer. */
async function verdictAfter(changed: readonly string[], status?: string): Promise<Verdict> {
  answerAsWell();
  const verdict = await verdictBy(
    askingAgain(createAsking(clients, patience), answers, changed),
    status,
  );
  expectNoOldAnswers();
  return verdict;
}

/** What a test has changed must have been asked again: otherwise it judges answers from before its change. */
function expectNoOldAnswers(): void {
  const answersNow = answersOfAllCalls(model.state);
  const changed = callsOfWell.filter((_, at) => answersNow[at] !== answersOfWell[at]);
  const asked = model.calls.map(({ operation }) => operation);
  const old = changed.map(({ operation }) => operation).filter((one) => !asked.includes(one));
  expect(
    [...new Set(old)],
    'name these operations in `verdictAfter`, too: they answer something else now',
  ).toEqual([]);
}

function pageOf(verdict: Verdict, { all = false, isPublic = false } = {}): string {
  return page(verdict, stage, now, { all, isPublic });
}

const deletion = { status: 'DELETE_COMPLETE', deleted: new Date('2026-11-20T12:00:00Z') };

/** What everybody may not read: accounts, addresses and names of people. */
const secrets = /\d{12}|@|192\.0\.2|arn:|pager\.example|\bjane\b/;

/** Everybody is let in. */
function open(): void {
  for (const { properties } of resourcesOf(model.state, 'AWS::ApiGatewayV2::Route'))
    Object.assign(properties, { AuthorizationType: 'NONE', AuthorizerId: undefined });
}

describe('a whole look', slow, () => {
  it('says in one line that a stage with two operations is well', async () => {
    const { code, out, notes } = await look();
    expect({ code, notes }).toEqual({ code: 0, notes: '' });
    expect(out).toMatch(
      /^PlantStore \(production\) {2}123456789012 {2}eu-central-1 {2}\S+ \S+ UTC\n/,
    );
    expect(out.split('\n').at(-1)).toMatch(/^All is well: \d+ resources are as in the template\.$/);
    // It reads with the rights of an administrator.
    expect(model.calls.map(({ operation }) => operation)).not.toContain('DetectStackDrift');
  });

  it('prints all that is wrong, and nothing private for a public log', async () => {
    open();
    // A topic without its subscriptions: the commands that mend it have addresses.
    const kept = /ApiGateway|Logs::LogGroup|Lambda::Function|SNS::Topic$/;
    model.state.resources = model.state.resources.filter(({ type }) => kept.test(type));
    const log = `/aws/vendedlogs/http-apis/${model.state.stack.outputs['ApiId']}`;
    const failure =
      'arn:aws:lambda:eu-central-1:123456789012:function:x of jane@example.com from 192.0.2.1';
    model.state.rows[log] = [{ requests: '90', status: '500', integrationError: failure }];
    model.state.drifted = [{ logicalId: functionName, status: 'MODIFIED' }];
    const { code, out } = await look(' --public --all --drift');
    expect(code).toBe(1);
    expect(out).toContain('OPEN');
    expect(out).toContain(`CloudFormation says that ${functionName} is MODIFIED.`);
    expect(out).not.toContain('--all');
    expect(out).not.toMatch(secrets);
  });

  it('claims nothing if it may not ask', async () => {
    model.interfere = ({ operation }) => (ofStage.includes(operation) ? undefined : denied());
    const { code, out } = await look();
    expect(code).toBe(3);
    expect(out).toMatch(
      /Not asked, so nothing is known: .*lambda:GetPolicy.*\(AccessDeniedException\)/,
    );
    // So it has found nothing.
    expect(out).toContain('What could be asked is well');
  });

  it('says that it could ask nothing, and not that something is wrong', async () => {
    model.interfere = denied;
    const { code, out } = await look();
    expect(code).toBe(3);
    expect(out).toContain('Nothing could be asked. The answer was AccessDeniedException');
  });

  it('ends with an error of its own if there is no stack', async () => {
    const { code, notes } = await night('look --stack Other');
    expect(code).toBe(2);
    expect(notes).toMatch(
      /There is no stack Other in .* the region eu-central-1, but it can be in another/,
    );
  });

  it('does not end as if something were wrong with the stage if it has a bug', async () => {
    // A bug: it takes for granted that these parts are a list.
    const Properties = { TopicName: { 'Fn::Join': ['', 'text'] } };
    const Resources = { ...deployed.Resources, Odd: { Type: 'AWS::SNS::Topic', Properties } };
    model.state.template = { ...deployed, Resources };
    const { code, out, notes } = await look();
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(notes).toMatch(/^TypeError: /);
  });

  it('names the tables that were kept when the stack was deleted', async () => {
    Object.assign(model.state.stack, deletion);
    const { code, out } = await look();
    expect(code).toBe(1);
    expect(out).toMatch(/\bPlantStore\b.*\b123456789012\b.*\beu-central-1\b/);
    expect(out).toContain('The stack PlantStore was deleted at 2026-11-20 12:00 UTC.');
    const tables = resourcesOf(model.state, 'AWS::DynamoDB::GlobalTable');
    for (const { physicalId } of tables)
      expect(out).toContain(`> npm run restore -- ${physicalId} `);
  });

  it.each([
    [
      'it may ask nothing',
      () => {
        model.interfere = () =>
          new AwsError('AccessDeniedException', 403, `${model.state.caller} may not do this`);
      },
    ],
    [
      'there is no stack',
      () => {
        model.state.stack.status = undefined;
        model.state.resources = [];
      },
    ],
    [
      'the stack was deleted',
      () => {
        Object.assign(model.state.stack, deletion);
      },
    ],
  ])('prints nothing private for a public log if %s', async (_, breakIt) => {
    breakIt();
    const { code, out, notes } = await look(' --public');
    expect(code).not.toBe(0);
    expect(out + notes).not.toBe('');
    expect(out + notes).not.toMatch(secrets);
  });
});

describe('what a look asks', slow, () => {
  it('reads each page', () => {
    expect(well).toMatchObject({ findings: [], unanswered: new Map() });
    expect(exitCodeOfLook(well)).toBe(0);
  });

  it('asks again if AWS throttles it', async () => {
    // One of each protocol.
    const operations = ['DescribeAlarms', 'GetAlias', 'GetRole'];
    const calls = () => model.calls.filter(({ operation }) => operations.includes(operation));
    model.interfere = ({ operation }) => {
      const isFirst = calls().filter((one) => one.operation === operation).length === 1;
      return isFirst && operations.includes(operation) ? throttled() : undefined;
    };
    const changed = ['cloudwatch:DescribeAlarms', 'lambda:GetAlias', 'iam:GetRole'];
    const { findings, unanswered } = await verdictAfter(changed);
    expect({ findings, unanswered }).toEqual({ findings: [], unanswered: new Map() });
    expect(calls().length).toBeGreaterThan(operations.length);
  });

  it('claims nothing of what gets no answer, and judges the rest', async () => {
    open();
    model.interfere = ({ operation }) =>
      operation === 'GetPolicy' ? new AwsError('ServiceUnavailable', 503) : undefined;
    const { findings, unanswered } = await verdictAfter(['apigateway:GET', 'lambda:GetPolicy']);
    expect([...unanswered.keys()]).toEqual(['lambda:GetPolicy']);
    expect(new Set(findings.map(({ rank }) => rank))).toEqual(new Set(['OPEN']));
  });

  it('without one of its rights, judges the rest, and claims no more', async () => {
    open();
    leadToEachQuestion(model.state);
    model.state.stack.terminationProtection = false;
    model.state.unconfirmed.push('team@example.com');
    const all = new Map<string, AwsAnswer<never>>();
    const changed = [
      'apigateway',
      'cloudformation',
      'cloudwatch:',
      'codedeploy',
      'dynamodb',
      'sns',
    ];
    const asking = askingAgain(createAsking(clients, patience), answers, changed);
    const status = `${model.state.stack.status}`;
    const whole = await verdictBy(keeping(asking, all), status);
    expectNoOldAnswers();
    const sentences = whole.findings.map(({ what }) => what);
    expect(sentences.length).toBeGreaterThan(3);
    for (const action of actionsIn(all)) {
      const { findings, unanswered } = await verdictBy(refusing(all, action), status);
      expect([...unanswered.keys()]).toEqual([action]);
      expect(sentences).toEqual(expect.arrayContaining(findings.map(({ what }) => what)));
    }
  });

  it('adds what only CloudFormation finds, or says that it could not be asked', async () => {
    const [fn] = resourcesOf(model.state, 'AWS::Lambda::Function');
    const drifted = `${fn?.logicalId}`;
    model.state.drifted = [{ logicalId: drifted, status: 'MODIFIED' }];
    const { findings } = await askDrift(clients, stage);
    const drift = { findings, unanswered: [] };
    expect(withDrift(well, drift).findings).toMatchObject([{ about: drifted }]);
    // A look says more about it.
    const named = { ...well, findings };
    expect(withDrift(named, drift).findings).toEqual(findings);
    model.interfere = denied;
    const refused = withDrift(well, await askDrift(clients, stage));
    expect(exitCodeOfLook(refused)).toBe(3);
    expect(pageOf(refused)).toContain('cloudformation:DetectStackDrift (AccessDeniedException)');
  });
});

describe('what a look says', slow, () => {
  it('prints the worst first, with what it means and what mends it', async () => {
    open();
    model.state.stack.terminationProtection = false;
    const verdict = await verdictAfter(['apigateway:GET', 'cloudformation:DescribeStacks']);
    const lines = pageOf(verdict).split('\n');
    const [first = '', ...others] = lines.filter((line) => /^[A-Z]{4}|^ {8}/.test(line));
    expect(first).toContain('OPEN');
    expect(first).toContain(`${method} ${path}`);
    const expected = [
      'Everybody is let in without a token. RUNBOOK#close-the-api',
      '> npm run night',
      // Of the service, and of the second operation.
      ...[...routes, secondFunction].map(() => '> aws apigatewayv2 update-route'),
      '> npm run night',
    ];
    const own = others.slice(0, expected.length);
    expect(own.map((line) => line.trim().split(' --')[0])).toEqual(expected);
    expect(own[1]).toContain(' close ');
    expect(own.at(-1)).toContain(' open ');
    expect(others.join('\n')).toMatch(/\nUNSAFE +The stack has no termination protection/);
  });

  it('says when an alarm goes off by itself after its fault is over', async () => {
    const since = new Date(now.getTime() - 60_000);
    const [name, part] = ['PlantStore-Unavailable', 'PlantStore-SlowAnswers'];
    for (const one of [name, part]) model.state.alarms[one] = { value: 'ALARM', since, reason: '' };
    const out = pageOf(await verdictAfter(['cloudwatch:DescribeAlarms']));
    const alarm = resourcesOf(model.state, 'AWS::CloudWatch::Alarm').find(
      ({ physicalId }) => physicalId === part,
    );
    const { DatapointsToAlarm: bad, EvaluationPeriods: minutes } = alarm?.properties ?? {};
    const hours = Math.round((minutes - bad + 1) / 60);
    expect(out).toContain(`at most ${hours} h after its fault is over`);
  });

  it('switches on all silenced alarms by one command', async () => {
    const silenced = resourcesOf(model.state, 'AWS::CloudWatch::Alarm').slice(0, 2);
    for (const { properties } of silenced) properties.ActionsEnabled = false;
    const out = pageOf(await verdictAfter(['cloudwatch:DescribeAlarms']));
    const names = silenced.map(({ physicalId }) => physicalId).join(' ');
    expect(out.match(/> aws .*/g)).toEqual([
      `> aws cloudwatch enable-alarm-actions --alarm-names ${names}`,
    ]);
  });

  it.each([
    ['UPDATE_COMPLETE', true],
    ['UPDATE_ROLLBACK_FAILED', false],
    ['UPDATE_ROLLBACK_IN_PROGRESS', false],
    ['DELETE_FAILED', false],
    ['ROLLBACK_COMPLETE', false],
  ])('while the stack is in %s, prints a deploy: %s', async (status, takesDeploys) => {
    model.state.resources = model.state.resources.filter(({ type }) => !/Alarm/.test(type));
    const out = pageOf(await verdictAfter(['cloudwatch:DescribeAlarms'], status), { all: true });
    expect(/> npm run night -- (repair|deploy)/.test(out)).toBe(takesDeploys);
    expect(out.includes(`The stack is in ${status}: `)).toBe(!takesDeploys);
  });

  it('prints no second roll back of a function that is rolled back', async () => {
    const { state } = model;
    const since = new Date(state.stack.updated.getTime() + 600_000);
    state.alarms['PlantStore-Unavailable'] = { value: 'ALARM', since, reason: '' };
    const rollBacks = async () => {
      const out = pageOf(await verdictAfter(['cloudwatch:Describe', 'lambda']), { all: true });
      return out.match(/> npm run night -- roll-back .*/g) ?? [];
    };
    const [first = '', ...others] = await rollBacks();
    expect(first).toMatch(/roll-back \w+ --stack/);
    expect(
      (await night(first.replace('> npm run night -- ', '').concat(' --confirm production'))).code,
    ).toBe(0);
    const after = await rollBacks();
    expect(after).toEqual(expect.arrayContaining(others));
    expect(after).not.toContain(first);
    // Forward, to the deployed version.
    expect(after).toContainEqual(expect.stringMatching(/ --to \d+ --stack/));
  });

  it('names in its last line what a person should read', async () => {
    model.state.otherTables.push({ name: 'plants-restored', status: 'ACTIVE', created: now });
    const verdict = await verdictAfter(['dynamodb:ListTables']);
    expect(exitCodeOfLook(verdict)).toBe(0);
    expect(pageOf(verdict).split('\n').at(-1)).toMatch(
      /^Nothing is wrong, but .*: tables that may be copies\./,
    );
    expect(pageOf(verdict, { isPublic: true })).not.toContain('plants-restored');
  });

  it('prints one screen, also if all is broken, and all of it if it is asked to', async () => {
    answerAsWell();
    const verdict = await verdictBy(allGone);
    const screen = pageOf(verdict);
    expect(screen.split('\n').length).toBeLessThanOrEqual(40);
    expect(screen).toMatch(/\nAnd \d+ more: .*--all/);
    expect(pageOf(verdict, { all: true })).not.toContain('--all');
  });
});
