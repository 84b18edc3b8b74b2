import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { onWindows } from '../../../tools/test/setup/system.ts';
import { resourcesOf } from '../../setup/synthesized.ts';
import { cdkCallsOf, deploy, synthesizing } from './pipeline-scripts.ts';
import { byArguments, runScript } from './run-script.ts';

interface Step {
  readonly with?: Readonly<Record<string, string>>;
}

// The scripts need bash; the pipeline runs them on Linux.
describe.skipIf(onWindows)('the pipeline', () => {
  const warning = '[ack: plant-store:nobody-is-called]';

  it('deploys no production of which nobody gets the alarms', () => {
    const { status, stdout, stderr } = deploy({ warning });
    expect({ stdout, isRefused: status !== 0 }).toEqual({ stdout: '', isRefused: true });
    expect(stderr).toMatch(/\balarmEmail\b/);
    expect(deploy({ stage: 'staging', warning })).toMatchObject({ status: 0, stderr: '' });
  });

  const address = { Endpoint: 'a@example.com', SubscriptionArn: 'arn:x' };
  it.each([
    ['a confirmed address', [address], null],
    ['a pending address', [{ ...address, SubscriptionArn: 'PendingConfirmation' }], 'a@'],
    ['an address that AWS has deleted', [], 'a@'],
    ['no right to ask', undefined, 'could not be read'],
  ])('has deployed, and warns or not, with %s', (_, Subscriptions, warning) => {
    const Properties = { Endpoint: address.Endpoint, TopicArn: { Ref: 'Pages' } };
    const Resources = { One: { Type: 'AWS::SNS::Subscription', Properties } };
    const files = {
      'assembly/staging/Any.metadata.json': '{}',
      'assembly/staging/Any.template.json': JSON.stringify({ Resources }),
    };
    const list = Subscriptions ? `echo '${JSON.stringify({ Subscriptions })}'` : 'exit 254';
    const aws = byArguments({
      '*list-stack-resources*': String.raw`printf 'Pages\tpages-arn\n'`,
      '*list-subscriptions*pages-arn*': list,
    });
    const { status, stdout } = runScript('.ci/deploy staging', {
      files,
      programs: { aws, npx: '' },
    });
    expect(status).toBe(0);
    if (warning === null) expect(stdout).toBe('');
    else expect(stdout).toMatch(new RegExp(`^::warning::.*${warning}`));
  });

  it('links alarms to this repository, unless cdk.json has another', () => {
    const { synthesis = '' } = synthesizing.find(({ file }) => file.endsWith('/deploy.yml')) ?? {};
    const stages = { staging: { repositoryUrl: 'https://own.example/x' } };
    const [staging, production] = cdkCallsOf(synthesis, { context: { stages } });
    expect(staging).toMatch(/ -c commit=abcdef0 -c repositoryUrl=https:\/\/own\.example\/x$/);
    expect(production).toMatch(/ -c repositoryUrl=https:\/\/github\.example\/owner\/name$/);
  });
});

it('the role of production is valid until a release and its rollback have ended', () => {
  const groups = Object.values(resourcesOf('AWS::CodeDeploy::DeploymentGroup'));
  // A rollback moves the function that was released first once more, as slowly.
  const moves = [...groups, ...groups.slice(0, 1)].map(({ Properties }) => {
    const config = `${Properties['DeploymentConfigName']}`;
    const [, percent, minutes] = /Linear(\d+)PercentEvery(\d+)Minutes/.exec(config) ?? [];
    return (100 / Number(percent)) * Number(minutes) * 60;
  });
  const release = moves.reduce((sum, seconds) => sum + seconds, 0);
  const { production } = parse(readFileSync('.github/workflows/deploy.yml', 'utf8')).jobs;
  const durations = production.steps.flatMap(
    (step: Step) => step.with?.['role-duration-seconds'] ?? [],
  );
  const [seconds] = durations;
  expect(seconds, 'role-duration-seconds in .github/workflows/deploy.yml').toBeGreaterThanOrEqual(
    release,
  );
  expect(production['timeout-minutes'] * 60).toBeGreaterThanOrEqual(seconds);
  const [, longest] =
    /--max-session-duration (\d+)/.exec(readFileSync('docs/DEPLOY.md', 'utf8')) ?? [];
  expect(Number(longest), 'docs/DEPLOY.md').toBeGreaterThanOrEqual(seconds);
});
