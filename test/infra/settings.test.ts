import { readFileSync } from 'node:fs';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../infra/base.ts';
import { readSettings, retentionDays } from '../../infra/settings.ts';
import { domainIn } from '../synthesized-with.ts';
import { filesOf } from '../system.ts';

describe('settings', () => {
  it('are text on the command line', () => {
    const context = {
      stage: 'feature-7',
      disposable: 'true',
      gradual: 'false',
      throttleRate: '50',
      throttleBurst: '20',
      architecture: 'x86_64',
      homeRegion: 'eu-central-1',
      replicaRegions: 'eu-west-1',
      strongConsistency: 'true',
      witnessRegion: 'eu-west-3',
      probe: 'true',
      logRetentionDays: '7',
      alarmEmail: 'none',
      ticketEmail: 'team@example.com, https://pager.example.com/key',
      repositoryUrl: 'https://github.com/example/plants',
      ...domainIn('eu-central-1', 'eu-west-1'),
    };
    expect(readSettings(context)).toEqual({
      ...context,
      disposable: true,
      gradual: false,
      throttleRate: 50,
      throttleBurst: 20,
      replicaRegions: ['eu-west-1'],
      strongConsistency: true,
      probe: true,
      logRetentionDays: 7,
      alarmEmail: ['none'],
      ticketEmail: ['team@example.com', 'https://pager.example.com/key'],
      certificateArn: ['eu-central-1', 'eu-west-1'].map((one) => domainIn(one).certificateArn),
    });
  });

  it("ignore the CDK's own keys", () => {
    const context = {
      'aws:cdk:bundling-stacks': ['**'],
      '@aws-cdk/core:appMode': 'inmemory',
      '@aws-cdk-containers/ecs-service-extensions:enableDefaultLogDriver': true,
      'cdk-migrate': true,
      'acknowledged-issue-numbers': [19836],
      'cli-telemetry': false,
    };
    expect(readSettings(context)).toEqual(readSettings({}));
  });

  it("ignore a key of the user's own file, unless somebody gives it another value here", () => {
    const foreign = { company: { name: 'example' }, team: 'plants' };
    const given = { ...foreign, company: { name: 'example' } };
    expect(readSettings({ ...given, throttleRate: 5 }, foreign)).toEqual(
      readSettings({ throttleRate: 5 }),
    );
    expect(() => readSettings({ stage: 'dev' }, { stage: 'dev' })).toThrow(
      'stage is in ~/.cdk.json, which is for all projects, and is a setting here:',
    );
    expect(() => readSettings({ ...given, team: 'trees' }, foreign)).toThrow(
      'team is not a setting.',
    );
    expect(() => readSettings({ ...given, colour: undefined }, foreign)).toThrow('colour is not');
    const stages = { test: { team: 'plants' } };
    expect(() => readSettings({ stages }, foreign)).toThrow('stages.test.team is not a setting.');
  });

  const oneOfThem =
    'The settings are stage, disposable, gradual, throttleRate, throttleBurst, architecture, homeRegion, replicaRegions, strongConsistency, witnessRegion, probe, logRetentionDays, alarmEmail, ticketEmail, repositoryUrl, domainName, certificateArn.';
  const stageName = 'stage must be a short name such as test or feature-7, not';
  const rate = 'throttleRate must be a whole number from 1 to 1000000, not';
  const regions = 'replicaRegions must be distinct regions such as eu-west-1,us-east-2, not';
  const url = 'repositoryUrl must be an https URL without a slash at its end, not';
  const domain = 'domainName must be a name such as plants.example.com, not';
  const addresses = 'must be addresses such as team@example.com,https://pager.example.com/key';

  it.each([
    ['throtleRate', '5', `throtleRate is not a setting. ${oneOfThem}`],
    ['toString', '5', `toString is not a setting. ${oneOfThem}`],
    ['cdk-migrated', true, `cdk-migrated is not a setting. ${oneOfThem}`],
    ['stage', '', `${stageName} "".`],
    ['stage', 'Test', `${stageName} "Test".`],
    ['stage', 'a--b', `${stageName} "a--b".`],
    ['stage', 'a'.repeat(21), `${stageName} "aaaaaaaaaaaaaaaaaaaaa".`],
    ['stage', ['test'], `${stageName} ["test"].`],
    ['disposable', 'yes', 'disposable must be true or false, not "yes".'],
    ['disposable', 'true', 'disposable must be false for production.'],
    ['throttleRate', '0', `${rate} "0".`],
    ['throttleRate', '1e3', `${rate} "1e3".`],
    ['throttleRate', 1_000_001, `${rate} 1000001.`],
    ['throttleRate', null, `${rate} null.`],
    ['architecture', 'x86', 'architecture must be one of arm64, x86_64, not "x86".'],
    ['replicaRegions', 'Ireland', `${regions} "Ireland".`],
    ['replicaRegions', 'eu-west-1,eu-west-1', `${regions} "eu-west-1,eu-west-1".`],
    ['homeRegion', 'Paris', 'homeRegion must be a region such as eu-central-1, not "Paris".'],
    ['witnessRegion', 'eu', 'witnessRegion must be a region such as eu-west-3, not "eu".'],
    ['alarmEmail', 'nobody', `alarmEmail ${addresses}, or none, not "nobody".`],
    ['alarmEmail', 'a@example.com,none', /^alarmEmail must be .*, not "a@example.com,none"\.$/],
    ['ticketEmail', 'none', `ticketEmail ${addresses}, not "none".`],
    [
      'ticketEmail',
      'http://example.com/key',
      `ticketEmail ${addresses}, not "http://example.com/key".`,
    ],
    ['ticketEmail', 'https://pager', `ticketEmail ${addresses}, not "https://pager".`],
    ['repositoryUrl', 'http://example.com/x', `${url} "http://example.com/x".`],
    ['repositoryUrl', 'https://example.com/x/', `${url} "https://example.com/x/".`],
    ['domainName', 'https://example.com', `${domain} "https://example.com".`],
    ['domainName', 'Plants.example.com', `${domain} "Plants.example.com".`],
    ['domainName', 'localhost', `${domain} "localhost".`],
    ['certificateArn', 'plants', /^certificateArn must be the ARN of .*, not "plants"\.$/],
    ['logRetentionDays', '100', /^logRetentionDays must be one of 1, 3, .+, 3653, not "100"\.$/],
  ])('refuse %s = %j in one sentence', (key, value, problem) => {
    const reading = () => readSettings({ [key]: value });
    expect(reading).toThrow(Problem);
    expect(reading).toThrow(problem instanceof RegExp ? problem : new Problem(problem));
  });

  it.each([
    ['homeRegion', 'eusc-de-east-1'],
    ['homeRegion', 'us-isob-east-1'],
    ['domainName', 'plants.example.xn--p1ai'],
  ])('can be %s = %s', (key, value) => {
    const certificateArn = 'arn:aws:acm:eusc-de-east-1:123456789012:certificate/1-2';
    const given = { [key]: value, ...(key === 'domainName' && { certificateArn }) };
    expect(readSettings(given)).toHaveProperty(key, value);
  });

  it('are those of the stage in cdk.json, unless the command line overrides them', () => {
    const stages = {
      // Also numbers and booleans.
      production: { throttleRate: 2000, alarmEmail: 'on-call@example.com' },
      staging: { disposable: true, throttleBurst: 20 },
    };
    expect(readSettings({ stages })).toEqual({
      ...readSettings({}),
      throttleRate: 2000,
      alarmEmail: ['on-call@example.com'],
    });
    const staging = { stage: 'staging', disposable: true, throttleBurst: 20 };
    expect(readSettings({ stages, stage: 'staging' })).toEqual({ ...readSettings({}), ...staging });
    expect(readSettings({ stages, throttleRate: '100' })).toMatchObject({
      throttleRate: 100,
      alarmEmail: ['on-call@example.com'],
    });
    expect(readSettings({ stages, stage: 'test' })).toEqual(readSettings({ stage: 'test' }));
    expect(readSettings({ stages, stage: 'constructor' })).toMatchObject({ throttleRate: 1000 });
  });

  it.each([
    [['production'], 'stages must be an object, by the names of stages.'],
    [{ Test: {} }, 'a name in stages must be a short name such as test or feature-7, not "Test".'],
    [{ test: null }, 'stages.test must be an object, by the names of settings.'],
    [{ test: { stage: 'test' } }, 'stages.test must not contain stage.'],
    [{ test: { throtleRate: 5 } }, 'stages.test.throtleRate is not a setting. The settings are'],
    [{ test: { disposable: 'yes' } }, 'stages.test.disposable must be true or false, not "yes".'],
    [{ test: { domainName: 'a.example.com' } }, 'stages.test.domainName and certificateArn need'],
    [
      { production: { disposable: true } },
      'stages.production.disposable must be false for production.',
    ],
  ])('refuse stages = %j, for each stage', (stages, problem) => {
    for (const stage of ['production', 'test', 'other']) {
      expect(() => readSettings({ stages, stage })).toThrow(problem);
    }
  });

  it('of the stages that the pipeline deploys are in cdk.json, with no telemetry', () => {
    const { context } = JSON.parse(readFileSync('cdk.json', 'utf8'));
    expect(context).toMatchObject({ 'cli-telemetry': false, stages: expect.anything() });
    expect(readSettings(context)).toMatchObject({ stage: 'production', disposable: false });
    expect(readSettings({ ...context, stage: 'staging' })).toMatchObject({ disposable: true });
  });

  const documents = ['README.md', ...filesOf('docs/*.md')];
  const commands = documents.flatMap(
    (file) => readFileSync(file, 'utf8').match(/npx cdk [^`\n]* -c [^`\n]*/g) ?? [],
  );
  expect(commands.length).toBeGreaterThan(2);

  it.each([...new Set(commands)])('accept the command of a document: %s', (command) => {
    const given = [...command.matchAll(/-c (\w+)=(\S+)/g)].map(([, key, value]) => [key, value]);
    expect(given).not.toEqual([]);
    expect(() => readSettings(Object.fromEntries(given))).not.toThrow();
  });

  it('allow each retention that CloudWatch allows', () => {
    const known = Object.values(RetentionDays).filter((days) => typeof days === 'number');
    expect(retentionDays).toEqual(known.filter((days) => days !== RetentionDays.INFINITE));
  });
});
