import { readFileSync } from 'node:fs';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../infra/base.ts';
import { readSettings, retentionDays } from '../../infra/settings.ts';
import { customDomain } from '../synthesized-with.ts';
import { filesOf } from '../system.ts';

const defaults = readSettings({});

describe('settings', () => {
  it('are text on the command line', () => {
    const context = {
      stage: 'feature-7',
      disposable: 'true',
      throttleRate: '50',
      architecture: 'x86_64',
      logRetentionDays: '7',
      alarmEmail: 'none',
      ticketEmail: 'team@example.com, https://pager.example.com/key',
      ...customDomain,
    };
    expect(readSettings(context)).toEqual({
      ...defaults,
      ...context,
      disposable: true,
      throttleRate: 50,
      logRetentionDays: 7,
      alarmEmail: ['none'],
      ticketEmail: ['team@example.com', 'https://pager.example.com/key'],
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
    expect(readSettings(context)).toEqual(defaults);
  });

  it("ignore a key of the user's own file, unless somebody gives it another value here", () => {
    const foreign = { company: { name: 'example' }, team: 'plants' };
    const given = { ...foreign, company: { name: 'example' } };
    expect(readSettings({ ...given, throttleRate: 5 }, foreign)).toEqual(
      readSettings({ throttleRate: 5 }),
    );
    const isShared = /^stage is in ~\/\.cdk\.json, .*: remove it there, .*\.$/;
    expect(() => readSettings({ stage: 'dev' }, { stage: 'dev' })).toThrow(isShared);
    const isUnknown = /^(stages\.test\.)?(team|colour) is not a setting\./;
    expect(() => readSettings({ ...given, team: 'trees' }, foreign)).toThrow(isUnknown);
    expect(() => readSettings({ ...given, colour: undefined }, foreign)).toThrow(isUnknown);
    const stages = { test: { team: 'plants' } };
    expect(() => readSettings({ stages }, foreign)).toThrow(isUnknown);
  });

  it.each([
    ['stage', ''],
    ['stage', 'Test'],
    ['stage', 'a--b'],
    ['stage', 'a'.repeat(21)],
    ['stage', ['test']],
    ['disposable', 'yes'],
    ['throttleRate', '0'],
    ['throttleRate', '1e3'],
    ['throttleRate', 1_000_001],
    ['throttleRate', null],
    ['architecture', 'x86'],
    ['alarmEmail', 'nobody'],
    ['alarmEmail', 'a@example.com,none'],
    ['ticketEmail', 'none'],
    ['ticketEmail', 'a@example.com,a@example.com'],
    ['ticketEmail', 'http://example.com/key'],
    ['ticketEmail', 'https://pager'],
    ['repositoryUrl', 'http://example.com/x'],
    ['repositoryUrl', 'https://example.com/x/'],
    ['domainName', 'https://example.com'],
    ['domainName', 'Plants.example.com'],
    ['domainName', 'localhost'],
    ['certificateArn', 'plants'],
    ['certificateArn', `${customDomain.certificateArn},${customDomain.certificateArn}`],
    ['logRetentionDays', '100'],
  ])('refuse %s = %j in one sentence, on the command line and in cdk.json', (key, value) => {
    const sentence = new RegExp(`^\\S*\\b${key} must be .+, not .+\\.$`);
    const stages = { test: { [key]: value } };
    for (const context of key === 'stage' ? [{ stage: value }] : [{ [key]: value }, { stages }]) {
      const reading = () => readSettings(context);
      expect(reading).toThrow(Problem);
      expect(reading).toThrow(sentence);
      expect(reading).toThrow(JSON.stringify(value));
    }
  });

  it.each(['throtleRate', 'toString', 'cdk-migrated'])('refuse %s, and name all of them', (key) => {
    const all = Object.keys(defaults).join(', ');
    const problem = new RegExp(`^${key} is not a setting\\. .* ${all}\\.$`);
    expect(() => readSettings({ [key]: '5' })).toThrow(problem);
  });

  // If they were ignored, CloudFormation would delete the replicas of the stage's tables.
  it.each(['homeRegion', 'replicaRegions', 'strongConsistency', 'witnessRegion'])(
    'refuse %s of an earlier version, and say what to do',
    (key) => {
      const problem = new RegExp(`^${key} is not a setting any more: .*docs/DECISIONS\\.md`);
      expect(() => readSettings({ [key]: 'eu-west-1' })).toThrow(problem);
      const stages = { production: { [key]: 'eu-west-1' } };
      for (const stage of ['production', 'test']) {
        const inFile = `stages.production.${key} is not a setting any more`;
        expect(() => readSettings({ stages, stage })).toThrow(inFile);
      }
    },
  );

  it('can be the domain and the certificate of another partition of AWS', () => {
    const certificateArn = 'arn:aws-eusc:acm:eusc-de-east-1:123456789012:certificate/1-2';
    const given = { domainName: 'plants.example.xn--p1ai', certificateArn };
    expect(readSettings(given)).toMatchObject(given);
  });

  it('are those of the stage in cdk.json, unless the command line overrides them', () => {
    const stages = {
      // Also numbers and booleans.
      production: { throttleRate: 2000, alarmEmail: 'on-call@example.com' },
      staging: { disposable: true, throttleBurst: 20 },
    };
    const production = { throttleRate: 2000, alarmEmail: ['on-call@example.com'] };
    expect(readSettings({ stages })).toEqual({ ...defaults, ...production });
    const staging = { stage: 'staging', disposable: true, throttleBurst: 20 };
    expect(readSettings({ stages, stage: 'staging' })).toEqual({ ...defaults, ...staging });
    const overridden = { ...production, throttleRate: 100 };
    expect(readSettings({ stages, throttleRate: '100' })).toMatchObject(overridden);
    for (const stage of ['test', 'constructor'])
      expect(readSettings({ stages, stage })).toEqual(readSettings({ stage }));
  });

  it.each([
    [['production'], /^stages must be an object/],
    [{ Test: {} }, /^a name in stages must be .*, not "Test"\.$/],
    [{ test: null }, /^stages\.test must be an object/],
    [{ test: { stage: 'test' } }, /^stages\.test must not contain stage\.$/],
    [{ test: { throtleRate: 5 } }, /^stages\.test\.throtleRate is not a setting\./],
    [{ test: { domainName: 'a.example.com' } }, /^stages\.test\.domainName and certificateArn /],
    [{ production: { disposable: true } }, /^stages\.production\.disposable must be false /],
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
