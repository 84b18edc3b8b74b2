import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { functions } from '../../../functions/service.ts';
import { filesOf, onWindows } from '../../../tools/test/setup/system.ts';
import { deployed } from './pipeline-scripts.ts';
import { byArguments, runScript, unexpectedCall } from './run-script.ts';

const outputs = { ApiUrl: 'https://api', ProbeName: 'Probe' };

// The scripts need bash; the pipeline runs them on Linux.
describe.skipIf(onWindows)('the pipeline', () => {
  it.each([
    ['a probe', outputs, 'None', 0],
    ['a domain', { ...outputs, ApiUrl: 'https://other', DomainUrl: 'https://api' }, 'None', 0],
    ['a probe that fails', outputs, 'Unhandled', 1],
    ['no probe', { ApiUrl: 'https://api' }, 'nothing is called', 0],
  ])('calls the probe: %s', (_, stack, fault, status) => {
    const payload = '--function-name Probe --payload {"url":"https://api"} ';
    const aws = byArguments({ [`*'${payload}'*`]: `echo ${fault}`, '*lambda*': unexpectedCall });
    const ran = runScript('.ci/deploy staging; .ci/call-probe', deployed(stack, { aws }));
    expect(ran.status, ran.stderr).toBe(status);
  });
});

// The AWS CLI alone reads for a minute, and then calls again.
it.skipIf(onWindows)('the probe is called once, and gets the time that it can need', () => {
  const aws = byArguments({ '*lambda*': 'echo "attempts $AWS_MAX_ATTEMPTS: $@" >&2; exit 9' });
  const { stderr } = runScript('.ci/deploy staging; .ci/call-probe', deployed(outputs, { aws }));
  const calls = stderr.match(/^attempts .+/gm);
  expect(calls).toEqual([expect.stringMatching(/^attempts 1: .+ --cli-read-timeout \d+ /)]);
  const [seconds] = /(?<=read-timeout )\d+/.exec(`${calls}`) ?? [];
  expect(Number(seconds)).toBeGreaterThan(functions.Probe.timeoutSeconds);
});

it('documents call it in the same way', () => {
  const script = readFileSync('.ci/call-probe', 'utf8');
  const [start = ''] = /AWS_MAX_ATTEMPTS.+(?= --function-name)/.exec(script) ?? [];
  const calls = filesOf('docs/*.md').flatMap(
    (file) => readFileSync(file, 'utf8').match(/^.*\blambda invoke\b.*/gm) ?? [],
  );
  expect(calls).not.toEqual([]);
  for (const call of calls) expect(call).toContain(start);
});

it('production is called by its probe as soon as it is deployed', () => {
  const { jobs } = parse(readFileSync('.github/workflows/deploy.yml', 'utf8'));
  const commands = jobs.production.steps.flatMap(({ run = [] }) => run);
  expect(commands.slice(-2)).toEqual(['.ci/deploy production', '.ci/call-probe']);
});
