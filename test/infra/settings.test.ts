import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { Problem } from '../../infra/project/problem.ts';
import { readSettings } from '../../infra/settings.ts';
import { slow } from '../../tools/test/setup/slow.ts';
import { customDomain, otherSettings } from '../setup/synthesized.ts';

const defaults = readSettings({});

describe('settings', () => {
  it('are text on the command line', () => {
    const text = Object.entries(otherSettings).map(([name, value]) => [name, String(value)]);
    const read = Object.entries(readSettings(Object.fromEntries(text)));
    // Several addresses are one text.
    const given = read.map(([name, value]) => [name, Array.isArray(value) ? `${value}` : value]);
    expect(Object.fromEntries(given)).toEqual(otherSettings);
  });

  it('take a commit as git shortens it', () => {
    expect(readSettings({ commit: '0123456' })).toEqual({ ...defaults, commit: '0123456' });
  });

  it("ignore the CDK's own keys", () => {
    const context = {
      '@aws-cdk/core:appMode': 'inmemory',
      'cdk-migrate': true,
      'acknowledged-issue-numbers': [19836],
      'cli-telemetry': false,
    };
    expect(readSettings(context)).toEqual(defaults);
  });

  it.each([
    ['stage', ''],
    ['stage', 'a'.repeat(21)],
    ['disposable', 'yes'],
    ['throttleRate', '1e3'],
    ['maxWriteUnits', '40001'],
    // The largest plant takes more, so it would never be stored.
    ['maxWriteUnits', '399'],
    ['domainName', 'https://example.com'],
    // API Gateway refuses it, at the end of a deploy.
    ['domainName', 'API.example.com'],
    ['certificateArn', 'plants'],
    ['certificateArn', `${customDomain.certificateArn},${customDomain.certificateArn}`],
    ['logRetentionDays', '100'],
  ])('refuse %s = %j in one sentence, on the command line and in cdk.json', (key, value) => {
    const sentence = new RegExp(`^\\S*\\b${key} .+\\.$`);
    const stages = { test: { [key]: value } };
    for (const context of key === 'stage' ? [{ stage: value }] : [{ [key]: value }, { stages }]) {
      const reading = () => readSettings(context);
      expect(reading).toThrow(Problem);
      expect(reading).toThrow(sentence);
      expect(reading).toThrow(JSON.stringify(value));
    }
  });

  it.each(['throtleRate', 'toString', 'cdk-migrated'])('refuse %s, and name all of them', (key) => {
    const reading = () => readSettings({ [key]: '5' });
    expect(reading).toThrow(new RegExp(`^${key} .+\\.$`));
    for (const name of Object.keys(defaults)) expect(reading).toThrow(new RegExp(`\\b${name}\\b`));
  });

  // It loads the whole CDK.
  it('end the app by one sentence if they are wrong', slow, async () => {
    vi.stubEnv('CDK_CONTEXT_JSON', '{"throtleRate":5}');
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    await import('../../infra/app.ts');
    expect(error.mock.calls).toEqual([[expect.stringMatching(/^throtleRate .*\.$/)]]);
    expect(process.exitCode).toBe(1);
    process.exitCode = undefined;
  });

  it('of a disposable stage cost nothing without a request, and hold no release back', () => {
    const stage = { stage: 'test', disposable: true };
    const parts = Object.entries(defaults).flatMap(([key, value]) => (value === true ? [key] : []));
    const free = Object.fromEntries(parts.map((key) => [key, false]));
    expect(readSettings(stage)).toEqual({ ...defaults, ...stage, ...free });
    for (const key of parts)
      expect(readSettings({ ...stage, [key]: 'true' })).toMatchObject({ ...free, [key]: true });
  });

  it.each([
    [{ throttleRate: 200 }, 800],
    [{ throttleRate: 5 }, 400],
    [{ throttleRate: 1_000_000 }, 40_000],
    [{ throttleRate: 200, maxWriteUnits: '500' }, 500],
  ])('%j let the table write %i units a second', (given, maxWriteUnits) => {
    expect(readSettings(given)).toMatchObject({ maxWriteUnits });
  });

  it('are those of the stage in cdk.json, unless the command line overrides them', () => {
    const stages = {
      // Also numbers and booleans.
      production: { throttleRate: 2000, commit: '0123456' },
      staging: { disposable: true, throttleBurst: 20 },
    };
    const { production } = stages;
    expect(readSettings({ stages })).toMatchObject(production);
    const staging = { stage: 'staging', disposable: true, throttleBurst: 20 };
    expect(readSettings({ stages, stage: 'staging' })).toMatchObject(staging);
    const overridden = { ...production, throttleRate: 100 };
    expect(readSettings({ stages, throttleRate: '100' })).toMatchObject(overridden);
    for (const stage of ['test', 'constructor'])
      expect(readSettings({ stages, stage })).toEqual(readSettings({ stage }));
  });

  it.each([
    [['production'], /^stages /],
    [{ Test: {} }, /"Test"/],
    [{ test: null }, /^stages\.test /],
    [{ test: { stage: 'test' } }, /^stages\.test .*\bstage\b/],
    [{ test: { throtleRate: 5 } }, /^stages\.test\.throtleRate /],
    [{ test: { domainName: 'a.example.com' } }, /^stages\.test\.domainName .*\bcertificateArn\b/],
    [
      { test: { certificateArn: customDomain.certificateArn } },
      /^stages\.test\.domainName .*\bcertificateArn\b/,
    ],
    [{ production: { disposable: true } }, /^stages\.production\.disposable /],
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
});
