import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { onWindows } from '../../tools/test/setup/system.ts';
import { deployed, run } from './pipeline-scripts.ts';

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
    const aws = `case $* in *'${payload}'*) echo ${fault} ;; *lambda*) echo "$@" >&2; exit 9 ;; esac`;
    const ran = run('.ci/deploy staging; .ci/call-probe', deployed(stack, { aws }));
    expect(ran.status, ran.stderr).toBe(status);
  });
});

it('production is called by its probe as soon as it is deployed', () => {
  const { jobs } = parse(readFileSync('.github/workflows/deploy.yml', 'utf8'));
  const commands = jobs.production.steps.flatMap(({ run = [] }) => run);
  expect(commands.slice(-2)).toEqual(['.ci/deploy production', '.ci/call-probe']);
});
