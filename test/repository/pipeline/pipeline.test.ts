import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import cdkJson from '../../../cdk.json' with { type: 'json' };
import { readSettings } from '../../../infra/settings.ts';
import { filesOf, onWindows } from '../../../tools/test/setup/system.ts';
import { cdkCallsOf, deploy, deployed, synthesizing, working } from './pipeline-scripts.ts';
import { byArguments, runScript, unexpectedCall } from './run-script.ts';

const outputs = { ApiUrl: 'https://api' };
const workflow = parse(readFileSync('.github/workflows/deploy.yml', 'utf8'));
const { production } = workflow.jobs;

it.each(filesOf('.ci/!(*.mjs)'))('%s ends at its first error, in any folder', (file) => {
  const text = readFileSync(file, 'utf8').replaceAll(/^# .*\n/gm, '');
  const beginning = ['#!/usr/bin/env bash', 'set -euo pipefail', 'cd "$(dirname "$0")/.."'];
  expect(text.split('\n').slice(0, 3)).toEqual(beginning);
});

// The scripts need bash; the pipeline runs them on Linux.
describe.skipIf(onWindows)('the pipeline', () => {
  it.each([
    [{}, false],
    [{ state: 'UPDATE_ROLLBACK_COMPLETE' }, false],
    [{ state: 'REVIEW_IN_PROGRESS' }, true],
    [{ state: 'CREATE_FAILED' }, true],
    [{ state: 'UPDATE_FAILED' }, true],
    [{ state: 'An error occurred (ValidationError): Stack with id X does not exist' }, true],
    [{ state: '{"Code":"ValidationError","Message":"No such stack"}' }, true],
  ])('deploys with %j, and a first deploy without a rollback: %s', (given, isFirst) => {
    const { status, stdout, stderr } = deploy(given);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { stage } = { ...working, ...given };
    const stack = stage === 'production' ? 'PlantStore' : `PlantStore-${stage}`;
    expect(stdout).toContain(`cdk deploy ${stack} --app assembly/${stage} `);
    expect(stdout).toContain(' --require-approval never ');
    expect(stdout.includes('--no-rollback')).toBe(isFirst);
  });

  it.each([[{ state: 'An error occurred (AccessDenied)' }, /AccessDenied/]])(
    'deploys nothing with %j',
    (given, problem) => {
      const { status, stdout, stderr } = deploy(given);
      expect({ stdout, isRefused: status !== 0 }).toEqual({ stdout: '', isRefused: true });
      expect(stderr).toMatch(problem);
    },
  );

  it.each(synthesizing)('$file deploys what it synthesizes, each stage by its name', (workflow) => {
    const { commands, synthesis } = workflow;
    const production = Object.entries(readSettings(cdkJson.context));
    const stages = cdkCallsOf(synthesis, cdkJson).map((call) => {
      const given = call.matchAll(/ -c (\w+)=(\S+)/g);
      const context = Object.fromEntries([...given].map(([, name, value]) => [name, value]));
      const settings = readSettings({ ...cdkJson.context, ...context });
      expect(call).toContain(` --output assembly/${settings.stage} `);
      expect(settings.disposable).toBe(settings.stage !== 'production');
      // What production has was tried before. Only a release step by step would take too long.
      for (const [key, value] of production) {
        if (value === true && key !== 'gradual')
          expect(settings, `${key} of ${settings.stage}`).toHaveProperty(key, true);
      }
      return settings.stage;
    });
    const deployed = commands.join('\n').match(/(?<=\.ci\/deploy )\S+/g) ?? [];
    expect(stages).toEqual(deployed.map((stage) => stage.replace('"$STAGE"', 'try-7')));
  });

  it('names a stack only if it is the only one', () => {
    const name = (...stacks: readonly string[]) => {
      const files = Object.fromEntries(
        stacks.map((stack) => [`assembly/try/${stack}.metadata.json`, '{}']),
      );
      return runScript('.ci/stack-name try', { files, programs: {} });
    };
    expect(name('One')).toMatchObject({ status: 0, stdout: 'One\n' });
    expect(name()).toMatchObject({ status: 1, stdout: '' });
    expect(name('One', 'Two')).toMatchObject({ status: 1, stdout: '' });
  });

  it('tests the stage that it deployed, with a token that no log shows', () => {
    const npm = byArguments({
      '*create*1h*--stack*stack': 'echo plant_x',
      '*': 'echo "$BASE_URL $TOKEN"',
    });
    const commands = '.ci/deploy staging; .ci/test-api';
    const withDomain = { ...outputs, DomainUrl: 'https://own' };
    const { stdout } = runScript(commands, deployed(withDomain, { npm }));
    expect(stdout).toBe('::add-mask::plant_x\nhttps://own plant_x\n');
    const failing = deployed(outputs, { npm: byArguments({ '*create*': 'exit 6' }) });
    expect(runScript(commands, failing).status).toBe(6);
  });

  it('prints how much each bundle has grown since main', () => {
    const template = { Resources: { One: { Metadata: { 'aws:asset:path': 'asset' } }, Two: {} } };
    const size = byArguments({
      '*synth*before*': 'size=10',
      '*synth*': 'size=15',
      '*': 'echo "$@"; exit',
    });
    const npx = `${size}
      mkdir -p "$5/asset"; head -c $size /dev/zero > "$5/asset/handler.js"
      echo '${JSON.stringify(template)}' > "$5/Any.template.json"`;
    const git = byArguments({ "*add*'/main origin/main'": 'mkdir "$5"' });
    const { stdout, stderr } = runScript('.ci/difference', { programs: { git, npm: '', npx } });
    expect(stdout, stderr).toContain('One: 15 bytes, +5\n');
    expect(stdout).toMatch(/^cdk diff .+\/after --template \S+\/before\/Any\.template\.json$/m);
  });

  it.each([
    ['no newer run', [], 0],
    ['newer runs that have not begun', ['', 'skipped', ''], 0],
    ['a newer run that has deployed', ['success'], 1],
    ['a newer run that has failed', ['', 'failure'], 1],
    ['a newer run that was repeated', ['skipped\\nsuccess'], 1],
  ])('stops or not before production, with %s', (_, conclusions, status) => {
    const steps: { name?: string; run?: string }[] = production.steps;
    const deployStep = steps.find((step) => step.run === '.ci/deploy production');
    const check = '.ci/newer-run';
    expect(steps.find(({ run }) => run)?.run, 'before anything else').toBe(check);
    const script = readFileSync(check, 'utf8');
    expect(script).toContain(`select(.name == "${deployStep?.name}")`);
    expect(script).toContain(`select(.name == "${production.name ?? 'production'}")`);
    const jobs = conclusions.map(
      (text, id) => [`*/runs/${id}/jobs?filter=all*`, `printf '${text}'`] as const,
    );
    const ids = conclusions.map((_, id) => `${id}\\n`).join('');
    const gh = byArguments({
      ...Object.fromEntries(jobs),
      "*'run_number > 7)'*": `printf '${ids}'`,
      '*': unexpectedCall,
    });
    const ran = runScript(check, { programs: { gh } });
    expect(ran.status, ran.stderr).toBe(status);
    // Without an answer, nothing is deployed.
    expect(runScript(check, { programs: { gh: 'exit 4' } }).status).toBe(4);
  });

  it.each([
    ['reviewers', '', 'echo branch_policy; echo required_reviewers', 0],
    ['no reviewers', '', 'echo branch_policy; echo wait_timer', 1],
    ['no such environment', '', 'echo required_reviewers; exit 1', 1],
    ['no reviewers, as its variable says', 'none', 'exit 1', 0],
  ])('stops or not before a production with %s', (_, variable, answer, status) => {
    const gh = byArguments({
      '*repos/owner/name/environments/production*': answer,
      '*': unexpectedCall,
    });
    const steps: { run?: string; env?: object }[] = production.steps;
    const reviewers = steps.find(({ run }) => run === '.ci/reviewers');
    expect(reviewers?.env).toHaveProperty('PRODUCTION_REVIEWERS');
    const check = `PRODUCTION_REVIEWERS=${variable} .ci/reviewers`;
    const { status: ended, stdout, stderr } = runScript(check, { programs: { gh } });
    expect([ended, stdout.startsWith('::error::')], stderr).toEqual([status, status !== 0]);
  });
});
