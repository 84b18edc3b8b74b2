import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultStackSynthesizer } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../infra/settings.ts';
import { evaluate } from '../infra/monitoring/metric-expression.ts';
import { functionFolder, liveFunctions, resourcesOf, template } from '../synthesized.ts';

interface Statement {
  readonly Action: string | string[];
  readonly Resource: string;
}

describe('DEPLOY.md', () => {
  const page = readFileSync('docs/DEPLOY.md', 'utf8');
  const workflow = readFileSync('.github/workflows/deploy.yml', 'utf8');
  const [trust, permissions] = [...page.matchAll(/```json\n(\{.*?)```/gs)].map(
    ([, json = '']): Statement[] => JSON.parse(json).Statement,
  );

  it('has a row for each setting, with its default', () => {
    const [, table = ''] = /^\| setting \| default .*\n\|---.*\n((?:\|.*\n)+)/m.exec(page) ?? [];
    const rows = table.split('\n').flatMap((row) => {
      const [, names = '', defaults = ''] = row.split('|');
      const texts = defaults.replaceAll('`', '').trim().split(', ');
      return (names.match(/\w+/g) ?? []).map((name, index) => [name, texts[index] ?? texts[0]]);
    });
    const settings = Object.entries(readSettings({})).map(([name, value]) => [
      name,
      value === undefined || String(value) === '' ? 'none' : String(value),
    ]);
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(settings));
  });

  it('names each variable and environment of the pipeline, its probe, and the hook of a release', () => {
    const names = [...workflow.matchAll(/(?:vars\.|environment: )(\w+)/g)].map(([, name]) => name);
    expect(new Set(names).size).toBe(5);
    for (const name of names) expect(page).toContain(`\`${name}\``);
    const { Ref } = Object(template.Outputs['ProbeName']?.Value);
    expect(page).toContain(`:function:PlantStore-${Ref}*`);
    const [hook] = JSON.stringify(template.Resources).match(/\w+(?=Hook":)/) ?? [];
    expect(page).toContain(`stops at \`${hook}\``);
  });

  // docs/DEPLOY.md: "It trusts only jobs of this repository in that environment."
  it('trusts only jobs of this repository, in one environment', () => {
    const [issuer, audience] = ['token.actions.githubusercontent.com', 'sts.amazonaws.com'];
    expect(page).toContain(`provider --url https://${issuer} --client-id-list ${audience}\n`);
    const claims = {
      [`${issuer}:aud`]: audience,
      [`${issuer}:sub`]: 'repo:OWNER@OWNER-ID/NAME@REPO-ID:environment:staging',
    };
    expect(trust).toHaveLength(1);
    expect(trust?.[0]).toMatchObject({
      Principal: { Federated: `arn:aws:iam::ACCOUNT:oidc-provider/${issuer}` },
      Condition: { StringEquals: claims },
    });
  });

  // docs/DEPLOY.md: "Expected: `minus` and `filled` are 8, -2 if a missing value is 0; only `filled` has a value, -2,
  // if it has no result. `compared` starts with 8 only if a comparison also takes 0."
  // docs/DEPLOY.md: "`second` starts with 0, and `divided` has no 8."
  it.each([
    [
      'missing is 0',
      { minus: [8, -2], filled: [8, -2], compared: [8, 0], second: [0, 1], divided: [-2] },
    ],
    ['missing has no result', { minus: [], filled: [-2], compared: [0], second: [0], divided: [] }],
  ] as const)('rehearses what the alarms take a missing value for: %s', (missing, expected) => {
    const [, b, a] = /put b (\d) && sleep 120 && put a (\d)/.exec(page)?.map(Number) ?? [];
    const [, queries = ''] = /--metric-data-queries '(.+?)'/s.exec(page) ?? [];
    const expressions = JSON.parse(queries).filter((query: object) => 'Expression' in query);
    const valuesOf = ({ Id, Expression }: { Id: string; Expression: string }) => [
      Id,
      // The newest is the first.
      [
        { a, b: undefined },
        { a: undefined, b },
      ]
        .map((values) => evaluate(Expression, values, missing))
        .filter((value) => value !== undefined),
    ];
    expect(Object.fromEntries(expressions.map(valuesOf))).toEqual(expected);
  });

  // docs/DEPLOY.md: "**The statistic `PR` in an alarm,** after some requests."
  // docs/DEPLOY.md: "Change a message in `functions/shared`, and deploy."
  it('rehearses an alarm with PR, and a message that both functions have', () => {
    const [, name] = /--alarm-names "\$stack-(\w+)" --query '.*StateReason/.exec(page) ?? [];
    const alarms = Object.values(resourcesOf('AWS::CloudWatch::Alarm'));
    const alarm = alarms.find(({ Properties }) => Properties['AlarmName'] === `PlantStore-${name}`);
    expect(JSON.stringify(alarm)).toMatch(/"Stat":"PR\(/);
    const sources = liveFunctions.map((fn) =>
      readFileSync(join(functionFolder(fn), 'handler.js.map'), 'utf8'),
    );
    for (const source of sources) expect(source).toContain('"functions/shared/environment.ts"');
  });

  // docs/DEPLOY.md: "So the role of `production` needs sessions of at least two hours; a new role has one."
  // docs/DEPLOY.md: "In [several regions](REGIONS.md), allow the four hours of the job"
  it('has the seconds of the role and of the job', () => {
    const [, seconds] = /vars\.AWS_ROLE_SECONDS \|\| (\d+) /.exec(workflow) ?? [];
    expect(page).toContain(`\`AWS_ROLE_SECONDS\`, 14400 (default ${seconds})`);
    expect(page).toContain('--max-session-duration 14400');
    const minutes = [...workflow.matchAll(/timeout-minutes: (\d+)/g)].map(([, value]) =>
      Number(value),
    );
    expect(Math.max(...minutes) * 60).toBe(14_400);
    expect(Number(seconds)).toBeGreaterThanOrEqual(2 * 3600);
  });

  // docs/DEPLOY.md: "The third is only for `staging`: the pipeline creates a token for an hour, and waits until
  // each region knows it."
  // docs/DEPLOY.md: "Its third statement allows only `lambda:InvokeFunction`"
  // docs/DEPLOY.md: "The second reads the state of the stack in each region (`*`)."
  it('gives the permissions that the deploy and the token of the tests need, and no more', () => {
    const stack = 'PlantStore-staging';
    expect(workflow).toContain(`token -- create --client pipeline --expires 1h --stack ${stack})`);
    const calls = [...readFileSync('.ci/deploy', 'utf8').matchAll(/\baws ([a-z]+ [a-z-]+)/g)];
    expect(calls.map(([, call]) => call)).toEqual(['cloudformation describe-stacks']);
    // Those of production.
    expect(workflow.match(/(?<=\(aws )[a-z]+ [a-z-]+/g)).toEqual(['lambda invoke']);
    const role = `role/cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-*`;
    const table = `table/${stack}-Tokens-*`;
    expect(permissions?.map(({ Action, Resource }) => [Action, Resource])).toEqual([
      ['sts:AssumeRole', `arn:aws:iam::ACCOUNT:${role}`],
      ['cloudformation:DescribeStacks', `arn:aws:cloudformation:*:ACCOUNT:stack/${stack}/*`],
      [['dynamodb:GetItem', 'dynamodb:PutItem'], `arn:aws:dynamodb:*:ACCOUNT:${table}`],
    ]);
  });
});
