import { describe, expect, it, vi } from 'vitest';
import { routes } from '../../../../../functions/service.ts';
import { optionalSettings, synthesizedWith } from '../../../../../test/setup/synthesized.ts';
import { askAll, verdictOf } from '../../../../commands/night/look/answers.ts';
import { createAsking } from '../../../../commands/night/look/asking.ts';
import { readStage } from '../../../../commands/night/stage.ts';
import { denied, throttled } from '../../../setup/aws-model/aws-model.ts';
import { pages, resourcesOf } from '../../../setup/aws-model/find.ts';
import { AwsError } from '../../../setup/aws-model/operation.ts';
import { useAwsModel } from '../../../setup/aws-model/use-aws-model.ts';
import { patience, slow } from '../../../setup/slow.ts';
import { night } from '../run-night.ts';
import { secondFunction, withSecondOperation } from '../second-operation.ts';

const { template } = await synthesizedWith(optionalSettings);
const { model, clients } = await useAwsModel({ template: withSecondOperation(template) });

/** What reads the stage itself. Without these, there is nothing to judge. */
const ofStage = ['DescribeStacks', 'GetTemplate', 'ListStackResources'];

function look(options = '') {
  vi.stubGlobal('fetch', async () => new Response('', { status: 401 }));
  return night(`look --stack PlantStore${options}`);
}

async function verdict() {
  vi.stubGlobal('fetch', async () => new Response('', { status: 401 }));
  const stage = await readStage(clients, 'PlantStore');
  return verdictOf(await askAll(createAsking(clients, patience), stage, model.state.now));
}

const deletion = { status: 'DELETE_COMPLETE', deleted: new Date('2026-11-20T12:00:00Z') };

/** What everybody may not read: accounts, addresses and names of people. */
const secrets = /\d{12}|@|192\.0\.2|arn:|pager\.example|\bjane\b/;

/** Everybody is let in. */
function open(): void {
  for (const { properties } of resourcesOf(model.state, 'AWS::ApiGatewayV2::Route'))
    Object.assign(properties, { AuthorizationType: 'NONE', AuthorizerId: undefined });
}

describe('look', slow, () => {
  it('says in one line that a stage with two operations is well', async () => {
    const { code, out, notes } = await look();
    expect({ code, notes }).toEqual({ code: 0, notes: '' });
    expect(out).toMatch(
      /^PlantStore \(production\) {2}123456789012 {2}eu-central-1 {2}\S+ \S+ UTC\n/,
    );
    expect(out.split('\n').at(-1)).toMatch(/^All is well: \d+ resources are as in the template\.$/);
  });

  it('prints the worst first, with what it means and what mends it', async () => {
    open();
    model.state.stack.terminationProtection = false;
    const { code, out } = await look();
    expect(code).toBe(1);
    const [first = '', ...lines] = out.split('\n').filter((line) => /^[A-Z]{4}|^ {8}/.test(line));
    expect(first).toContain('OPEN');
    expect(first).toContain('POST /plants');
    const expected = [
      'Everybody is let in without a token. RUNBOOK#close-the-api',
      '> npm run night',
      // Of the service, and of the second operation.
      ...[...routes, secondFunction].map(() => '> aws apigatewayv2 update-route'),
      '> npm run night',
    ];
    const printed = lines.slice(0, expected.length);
    expect(printed.map((line) => line.trim().split(' --')[0])).toEqual(expected);
    expect(printed[1]).toContain(' close ');
    expect(printed.at(-1)).toContain(' open ');
    expect(lines.join('\n')).toMatch(/\nUNSAFE +The stack has no termination protection/);
  });

  it.each([
    ['UPDATE_COMPLETE', true],
    ['UPDATE_ROLLBACK_FAILED', false],
    ['UPDATE_ROLLBACK_IN_PROGRESS', false],
    ['DELETE_FAILED', false],
    ['ROLLBACK_COMPLETE', false],
  ])('while the stack is in %s, prints a deploy: %s', async (status, takesDeploys) => {
    model.state.resources = model.state.resources.filter(({ type }) => !/Alarm/.test(type));
    model.state.stack.status = status;
    const { out } = await look(' --all');
    expect(/> npm run night -- (repair|deploy)/.test(out)).toBe(takesDeploys);
    expect(out.includes(`The stack is in ${status}: `)).toBe(!takesDeploys);
  });

  it('prints no second roll back of a function that is rolled back', async () => {
    const { state } = model;
    const since = new Date(state.stack.updated.getTime() + 600_000);
    state.alarms['PlantStore-Unavailable'] = { value: 'ALARM', since, reason: '' };
    const rollBacks = async () =>
      (await look(' --all')).out.match(/> npm run night -- roll-back .*/g) ?? [];
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
    model.state.otherTables.push({
      name: 'plants-restored',
      status: 'ACTIVE',
      created: model.state.now,
    });
    const { code, out } = await look();
    expect(code).toBe(0);
    expect(out.split('\n').at(-1)).toMatch(
      /^Nothing is wrong, but .*: tables that may be copies\./,
    );
    expect((await look(' --public')).out).not.toContain('plants-restored');
  });

  it('prints one screen, also if all is broken, and all of it if it is asked to', async () => {
    model.state.resources = [];
    const { code, out } = await look();
    expect(code).toBe(1);
    expect(out.split('\n').length).toBeLessThanOrEqual(40);
    const all = await look(' --all');
    expect(all.out).not.toContain('--all');
  });

  it('reads each page', async () => {
    pages.size = 2;
    expect((await look()).code).toBe(0);
  });

  it('asks again if AWS throttles it', async () => {
    const seen = new Set<string>();
    model.interfere = ({ operation }) => {
      if (seen.has(operation)) return undefined;
      seen.add(operation);
      return throttled();
    };
    expect((await look()).code).toBe(0);
  });

  it('claims nothing if it may not ask', async () => {
    model.interfere = ({ operation }) => (ofStage.includes(operation) ? undefined : denied());
    const { code, out } = await look();
    expect(code).toBe(3);
    expect(out).toMatch(
      /Not asked, so nothing is known: .*lambda:GetPolicy.*\(AccessDeniedException\)/,
    );
    expect(out).toContain('What could be asked is well');
    expect((await verdict()).findings).toEqual([]);
  });

  it('claims nothing of what gets no answer, and judges the rest', async () => {
    open();
    model.interfere = ({ operation }) =>
      operation === 'GetPolicy' ? new AwsError('ServiceUnavailable', 503) : undefined;
    const { findings, unasked } = await verdict();
    expect([...unasked.keys()]).toEqual(['lambda:GetPolicy']);
    expect(new Set(findings.map(({ rank }) => rank))).toEqual(new Set(['OPEN']));
  });

  it('prints nothing private for a public log', async () => {
    open();
    model.state.resources = model.state.resources.filter(
      ({ type }) => !/Subscription|Topic/.test(type),
    );
    const log = `/aws/vendedlogs/http-apis/${model.state.stack.outputs['ApiId']}`;
    const text =
      'arn:aws:lambda:eu-central-1:123456789012:function:x of jane@example.com from 192.0.2.1';
    model.state.rows[log] = [{ requests: '90', status: '500', integrationError: text }];
    const { out } = await look(' --public --all');
    expect(out).toContain('OPEN');
    expect(out).not.toMatch(secrets);
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

  it('ends with an error of its own if there is no stack', async () => {
    const { code, notes } = await night('look --stack Other');
    expect(code).toBe(1);
    expect(notes).toMatch(
      /There is no stack Other in .* the region eu-central-1, but it can be in another/,
    );
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

  it('says that it could ask nothing, and not that something is wrong', async () => {
    model.interfere = denied;
    const { code, out } = await look();
    expect(code).toBe(3);
    expect(out).toContain('Nothing could be asked. The answer was AccessDeniedException');
  });

  it('lets CloudFormation compare each resource, if it is asked to', async () => {
    model.state.drifted = [{ logicalId: 'CreatePlant', status: 'MODIFIED' }];
    expect((await look()).code).toBe(0);
    const { code, out } = await look(' --drift');
    expect(code).toBe(1);
    expect(out).toContain('CloudFormation says that CreatePlant is MODIFIED.');
    model.interfere = ({ operation }) => (operation === 'DetectStackDrift' ? denied() : undefined);
    const refused = await look(' --drift');
    expect(refused.code).toBe(3);
    expect(refused.out).toContain('cloudformation:DetectStackDrift (AccessDeniedException)');
  });
});
