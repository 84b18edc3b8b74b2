import { describe, expect, it } from 'vitest';
import { onWindows } from '../../../tools/test/setup/system.ts';
import { resourcesOf } from '../../setup/synthesized.ts';
import { cdkCallsOf } from './pipeline-scripts.ts';
import { runScript } from './run-script.ts';
import { type Any, evaluated, givenTo, jobOf, runs, scriptOf } from './workflows.ts';

const [build, trial, destroy] = ['build', 'try', 'destroy'].map((name) =>
  jobOf('try-on-aws.yml', name),
);
const variants = [{ inputs: { gradual: false } }, { inputs: { gradual: true } }];

function stepOf(job: Any, id: string): Any {
  return job.steps.find((step: Any) => step.id === id) ?? expect.fail(`no step ${id}`);
}

it('each question is asked, also if a test before has failed', () => {
  const asking = ['test', 'probe', 'look', 'ask'];
  const known = { steps: { deploy: { outcome: 'success' } }, inputs: {} };
  for (const id of asking) {
    expect(runs(stepOf(trial, id), { ...known, hasFailed: true }), id).toBe(true);
  }
  // The table says then that the deploy has failed.
  const failed = { steps: { deploy: { outcome: 'failure' } }, hasFailed: true };
  expect(asking.filter((id) => runs(stepOf(trial, id), failed))).toEqual(['ask']);
  const skipped = { steps: { deploy: { outcome: 'skipped' } }, hasFailed: true };
  expect(asking.filter((id) => runs(stepOf(trial, id), skipped))).toEqual([]);
  expect(trial.steps.at(-1).id, 'it knows the outcome of each step before').toBe('ask');
});

it('a failed question makes the run red', () => {
  for (const step of trial.steps) expect(step).not.toHaveProperty('continue-on-error');
  const { status } = runScript('.ci/ask try-7', {
    files: { 'assembly/try-7/PlantStore-try-7.metadata.json': '{}' },
    programs: { npm: 'echo "| row |"; exit 1' },
  });
  expect(status).toBe(1);
});

it.each(variants)('with %j, a session is as long as its job', (known) => {
  for (const job of [trial, destroy]) {
    const [{ 'role-duration-seconds': seconds }] = givenTo('configure-aws-credentials', job);
    const minutes = evaluated(job['timeout-minutes'], known);
    expect(evaluated(seconds, known), job.name).toBeGreaterThanOrEqual(60 * minutes);
  }
});

it('the job has time for a release that is taken back, and the next one waits for it', () => {
  const [usual, gradual] = variants.map((known) => evaluated(trial['timeout-minutes'], known));
  // Each function moves once, and the first one goes back.
  const moves = Object.values(resourcesOf('AWS::CodeDeploy::DeploymentGroup')).length + 1;
  const minutes = 27;
  expect(gradual - usual).toBeGreaterThanOrEqual(moves * minutes);
  expect(evaluated(destroy['timeout-minutes'], variants[1] ?? {})).toBeGreaterThan(3 * minutes);
});

it.each(['success', 'failure', 'cancelled', 'skipped'])(
  'the stage is destroyed after a job with the result %s',
  (result) => {
    const hasFailed = result !== 'success';
    const needs = { build: { result: 'success' }, try: { result } };
    expect(runs(destroy, { needs, hasFailed })).toBe(true);
    expect(runs(destroy, { needs: { build: { result: 'failure' } }, hasFailed: true })).toBe(false);
  },
);

it('the stage is destroyed with a session of its own', () => {
  expect(givenTo('configure-aws-credentials', destroy)).toHaveLength(1);
  expect(destroy.needs).toEqual(['build', 'try']);
  expect(scriptOf(trial)).not.toContain('destroy"');
});

it('what is left is named, whichever step of the job has failed', () => {
  const named = destroy.steps.at(-1);
  expect(runs(named, { hasFailed: true })).toBe(true);
  expect(runs(named, {})).toBe(false);
});

// The scripts need bash; the pipeline runs them on Linux.
describe.skipIf(onWindows)('the scripts', () => {
  const files = { 'assembly/try-7/PlantStore-try-7.metadata.json': '{}' };
  const gone = 'echo "An error occurred (ValidationError)" >&2; exit 254';

  /** A stand-in of `aws` that answers one state after another. */
  function states(...answers: readonly string[]): string {
    const cases = answers.map((answer, index) => `${index + 1}) ${answer} ;;`);
    return `echo >> looks; case $(wc -l < looks) in ${cases.join(' ')} *) ${gone} ;; esac`;
  }

  it.each([
    ['is gone at once', 'exit 0', ['echo CREATE_COMPLETE', gone], 0, 1],
    ['was never there', 'exit 0', [gone], 0, 1],
    [
      'is updated, and then gone',
      'exit 0',
      [
        'echo UPDATE_IN_PROGRESS',
        'echo UPDATE_ROLLBACK_IN_PROGRESS',
        'echo UPDATE_ROLLBACK_FAILED',
        gone,
      ],
      0,
      1,
    ],
    [
      'is gone at the second try',
      'exit 1',
      ['echo CREATE_COMPLETE', 'echo DELETE_FAILED', 'echo DELETE_FAILED', gone],
      0,
      2,
    ],
    ['stays', 'exit 1', Array(9).fill('echo DELETE_FAILED'), 1, 3],
  ])('destroy a stage that %s', (_, ending, answers, status, times) => {
    const npx = `echo "$*" >> destroyed; ${ending}`;
    const programs = { aws: states(...answers), npx, sleep: '' };
    const ran = runScript('.ci/destroy try-7; code=$?; wc -l < destroyed; exit $code', {
      files,
      programs,
    });
    expect(ran.status, ran.stderr).toBe(status);
    if (status === 0) expect(Number(ran.stdout.trim().split('\n').at(-1))).toBe(times);
  });

  it.each([
    ['names what is left', 'printf "AWS::Table\\tPlants-1A\\n"', 'AWS::Table\tPlants-1A'],
    ['says that AWS could not be asked', 'exit 254', 'AWS could not be asked.'],
  ])('the summary %s, and the command', (_, aws, text) => {
    const { run: script } = destroy.steps.at(-1);
    const { status, stdout } = runScript(`STAGE=try-7\n${script}\ncat "$GITHUB_STEP_SUMMARY"`, {
      programs: { aws },
    });
    expect(status).toBe(0);
    expect(stdout).toContain('PlantStore-try-7');
    expect(stdout).toContain(text);
    expect(stdout).toContain('npx cdk destroy -c stage=try-7 -c disposable=true');
  });

  it('the second version differs by its processor only, and is what is released', () => {
    const syntheses = build.steps.flatMap(({ run: one }: Any) =>
      one?.includes('.ci/synthesize') ? [one] : [],
    );
    const [first, second] = syntheses.map((one: string) => cdkCallsOf(one, {})[0]);
    const common = (call: string) =>
      call.replace(/--output \S+ /, '').replace('gradual=true', 'gradual=false');
    expect(common(second)).toBe(`${common(first)} -c architecture=x86_64`);
    const { RELEASE } = stepOf(trial, 'ask').env;
    expect(evaluated(RELEASE, { inputs: { gradual: true } })).toBe('--release release');
    expect(evaluated(RELEASE, { inputs: { gradual: false } })).toBe('');
    expect(second).toContain('--output assembly/release ');
  });
});
