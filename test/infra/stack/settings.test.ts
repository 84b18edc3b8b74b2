import { readFileSync } from 'node:fs';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { describe, expect, it } from 'vitest';
import { readSettings, retentionDays, SettingsError } from '../../../infra/stack/settings.ts';

const readme = readFileSync('README.md', 'utf8');

const known =
  'the settings are stage, disposable, gradual, throttleRate, throttleBurst, architecture, homeRegion, replicaRegions, strongConsistency, witnessRegion, logRetentionDays, alarmEmail, ticketEmail, repositoryUrl, domainName, certificateArn, and stages in cdk.json.';

const certificateArn = 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-1234';
const certificateInIreland = certificateArn.replace('eu-central-1', 'eu-west-1');

describe('settings', () => {
  it('are safe for production when nobody sets any', () => {
    expect(readSettings({})).toEqual({
      stage: 'production',
      disposable: false,
      gradual: true,
      throttleRate: 1000,
      throttleBurst: 500,
      architecture: 'arm64',
      homeRegion: undefined,
      replicaRegions: [],
      strongConsistency: false,
      witnessRegion: undefined,
      logRetentionDays: 365,
      alarmEmail: undefined,
      ticketEmail: undefined,
      repositoryUrl: undefined,
      domainName: undefined,
      certificateArn: [],
    });
  });

  it('come as text from the command line', () => {
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
      logRetentionDays: '7',
      alarmEmail: 'on-call@example.com',
      ticketEmail: 'team@example.com',
      repositoryUrl: 'https://github.com/example/plants',
      domainName: 'plants.example.com',
      certificateArn: `${certificateArn}, ${certificateInIreland}`,
    };
    expect(readSettings(context)).toEqual({
      stage: 'feature-7',
      disposable: true,
      gradual: false,
      throttleRate: 50,
      throttleBurst: 20,
      architecture: 'x86_64',
      homeRegion: 'eu-central-1',
      replicaRegions: ['eu-west-1'],
      strongConsistency: true,
      witnessRegion: 'eu-west-3',
      logRetentionDays: 7,
      alarmEmail: 'on-call@example.com',
      ticketEmail: 'team@example.com',
      repositoryUrl: 'https://github.com/example/plants',
      domainName: 'plants.example.com',
      certificateArn: [certificateArn, certificateInIreland],
    });
  });

  it('come as numbers and booleans from cdk.json', () => {
    const context = { stage: 'test', disposable: true, throttleRate: 50 };
    expect(readSettings(context)).toMatchObject(context);
  });

  it('leave alone what CDK itself keeps in the context', () => {
    const context = {
      'aws:cdk:bundling-stacks': ['**'],
      '@aws-cdk/core:appMode': 'inmemory',
      '@aws-cdk-containers/ecs-service-extensions:enableDefaultLogDriver': true,
      'cdk-migrate': true,
      'acknowledged-issue-numbers': [19836],
    };
    expect(readSettings(context)).toEqual(readSettings({}));
  });

  it.each([
    ['throtleRate', '5', 'throtleRate is no setting'],
    ['toString', '5', 'toString is no setting'],
    ['cdk-migrated', true, 'cdk-migrated is no setting'],
    ['aws', 'x', 'aws is no setting'],
    ['stage', '', 'stage must be a short name such as test or feature-7, not ""'],
    ['stage', 'Test', 'stage must be a short name such as test or feature-7, not "Test"'],
    ['stage', 'a--b', 'stage must be a short name such as test or feature-7, not "a--b"'],
    ['stage', 'a'.repeat(21), /^stage must be a short name/],
    ['stage', ['test'], 'stage must be a short name such as test or feature-7, not ["test"]'],
    ['disposable', 'yes', 'disposable must be true or false, not "yes"'],
    ['disposable', 'toString', 'disposable must be true or false, not "toString"'],
    ['throttleRate', '0', 'throttleRate must be a whole number from 1 to 1000000, not "0"'],
    ['throttleRate', '1e3', 'throttleRate must be a whole number from 1 to 1000000, not "1e3"'],
    [
      'throttleRate',
      1_000_001,
      'throttleRate must be a whole number from 1 to 1000000, not 1000001',
    ],
    ['throttleBurst', null, 'throttleBurst must be a whole number from 1 to 1000000, not null'],
    ['architecture', 'x86', 'architecture must be one of arm64, x86_64, not "x86"'],
    [
      'replicaRegions',
      '',
      /^replicaRegions must be distinct regions such as .* one less at a time/,
    ],
    ['replicaRegions', 'Ireland', /^replicaRegions must be distinct regions such as/],
    ['replicaRegions', 'eu-west-1,eu-west-1', /^replicaRegions must be distinct regions such as/],
    [
      'homeRegion',
      'Frankfurt',
      'homeRegion must be a region such as eu-central-1, not "Frankfurt"',
    ],
    ['witnessRegion', 'eu', 'witnessRegion must be a region such as eu-west-3, not "eu"'],
    ['witnessRegion', 'eu-west-3', 'witnessRegion needs strongConsistency'],
    ['strongConsistency', 'yes', 'strongConsistency must be true or false, not "yes"'],
    ['strongConsistency', 'true', 'strongConsistency needs a homeRegion'],
    ['alarmEmail', 'nobody', 'alarmEmail must be an e-mail address, not "nobody"'],
    ['alarmEmail', 'a@example.com,b@example.com', /^alarmEmail must be an e-mail address/],
    ['repositoryUrl', 'http://example.com/x', /^repositoryUrl must be an https URL/],
    ['repositoryUrl', 'https://example.com/x/', /^repositoryUrl must be an https URL/],
    [
      'domainName',
      'https://plants.example.com',
      /^domainName must be a name such as plants.example/,
    ],
    ['domainName', 'Plants.example.com', /^domainName must be a name/],
    ['domainName', 'localhost', /^domainName must be a name/],
    ['certificateArn', 'plants', /^certificateArn must be the ARN of a certificate in ACM/],
    ['domainName', 'plants.example.com', 'domainName and certificateArn need each other'],
    ['certificateArn', certificateArn, 'domainName and certificateArn need each other'],
    ['logRetentionDays', '100', /^logRetentionDays must be one of 1, 3, 5, .+, 3653, not "100"/],
  ])('refuse %s = %j in one sentence that names the known ones', (key, value, problem) => {
    const reading = () => readSettings({ [key]: value });
    expect(reading).toThrow(SettingsError);
    expect(reading).toThrow(problem);
    expect(reading).toThrow(known);
  });

  it('are those that cdk.json keeps for the stage, unless the command line says otherwise', () => {
    const stages = {
      production: { throttleRate: 2000, alarmEmail: 'on-call@example.com' },
      staging: { disposable: true, throttleBurst: 20 },
    };
    expect(readSettings({ stages })).toEqual({
      ...readSettings({}),
      throttleRate: 2000,
      alarmEmail: 'on-call@example.com',
    });
    const staging = { stage: 'staging', disposable: true, throttleBurst: 20 };
    expect(readSettings({ stages, stage: 'staging' })).toEqual({ ...readSettings({}), ...staging });
    expect(readSettings({ stages, throttleRate: '100' })).toMatchObject({
      throttleRate: 100,
      alarmEmail: 'on-call@example.com',
    });
    expect(readSettings({ stages, stage: 'test' })).toEqual(readSettings({ stage: 'test' }));
    expect(readSettings({ stages, stage: 'constructor' })).toMatchObject({ throttleRate: 1000 });
  });

  it.each([
    ['production', 'stages must be an object, by the names of stages'],
    [['production'], 'stages must be an object, by the names of stages'],
    [{ Test: {} }, 'a name in stages must be a short name such as test or feature-7, not "Test"'],
    [{ test: null }, 'stages.test must be an object, by the names of settings'],
    [{ test: true }, 'stages.test must be an object, by the names of settings'],
    [{ test: { stage: 'test' } }, 'stages.test.stage is what test says already'],
    [{ test: { throtleRate: 5 } }, 'stages.test.throtleRate is no setting'],
    [{ test: { stages: {} } }, 'stages.test.stages is no setting'],
    [{ test: { disposable: 'yes' } }, 'stages.test.disposable must be true or false, not "yes"'],
    [{ test: { domainName: 'a.example.com' } }, /^stages.test.domainName and certificateArn need/],
    [{ production: { disposable: true } }, /^stages.production.disposable is for a stage of its/],
  ])('refuse stages = %j, whichever stage is meant', (stages, problem) => {
    for (const stage of ['production', 'test', 'other']) {
      const reading = () => readSettings({ stages, stage });
      expect(reading).toThrow(SettingsError);
      expect(reading).toThrow(problem);
      expect(reading).toThrow(known);
    }
  });

  it('of the stages that the pipeline deploys are kept in cdk.json', () => {
    const { context } = JSON.parse(readFileSync('cdk.json', 'utf8'));
    expect(Object.keys(context)).toEqual(['stages']);
    expect(readSettings(context)).toMatchObject({ stage: 'production', disposable: false });
    expect(readSettings({ ...context, stage: 'staging' })).toMatchObject({ disposable: true });
  });

  it('have their rows in the README', () => {
    const [, table = ''] = /^\| setting \| default .*\n\|---.*\n((?:\|.*\n)+)/m.exec(readme) ?? [];
    const named = table.split('\n').flatMap((row) => row.split('|')[1]?.match(/\w+/g) ?? []);
    expect(named.sort()).toEqual(Object.keys(readSettings({})).sort());
  });

  const documents = ['README.md', 'infra/docs/RUNBOOK.md'].map((file) =>
    readFileSync(file, 'utf8'),
  );
  const commands = documents.flatMap((text) => text.match(/npx cdk [^`\n]* -c [^`\n]*/g) ?? []);

  it.each([...new Set(commands)])('take what a document says: %s', (command) => {
    const given = [...command.matchAll(/-c (\w+)=(\S+)/g)].map(([, key, value]) => [key, value]);
    expect(given).not.toEqual([]);
    expect(() => readSettings(Object.fromEntries(given))).not.toThrow();
  });

  it('never let production lose its data', () => {
    const problem = `disposable is for a stage of its own, since production keeps its data; ${known}`;
    expect(() => readSettings({ disposable: 'true' })).toThrow(problem);
    expect(() => readSettings({ disposable: true, stage: 'production' })).toThrow(problem);
  });

  it('know every retention that CloudWatch knows', () => {
    const known = Object.values(RetentionDays).filter((days) => typeof days === 'number');
    expect(retentionDays).toEqual(known.filter((days) => days !== RetentionDays.INFINITE));
  });
});
