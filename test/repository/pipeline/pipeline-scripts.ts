import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { filesOf } from '../../../tools/test/setup/system.ts';
import { byArguments, type Given, runScript } from './run-script.ts';

/** Stands in for the CDK: writes the outputs of the stack into the file that it is given. */
export function deployed(stack: object, programs: Record<string, string>): Given {
  const npx = `until [ "$1" = --outputs-file ]; do shift; done
    echo '${JSON.stringify({ stack })}' > "$2"`;
  const files = { 'assembly/staging/Any.metadata.json': '{}' };
  return { files, programs: { aws: '', npx, ...programs } };
}

/** The state of the stack, or an error of the AWS CLI; a warning of the synthesis. */
export const working = { stage: 'production', state: 'UPDATE_COMPLETE', warning: '' };

export function deploy(given: Partial<typeof working>) {
  const { stage, state, warning } = { ...working, ...given };
  const stack = stage === 'production' ? 'PlantStore' : `PlantStore-${stage}`;
  // It writes answers to stdout and errors to stderr.
  const aws = /^\w+$/.test(state) ? `echo ${state}` : `echo '${state}' >&2; exit 254`;
  return runScript(`.ci/deploy ${stage}`, {
    files: { [`assembly/${stage}/${stack}.metadata.json`]: warning },
    programs: { aws: byArguments({ '*describe-stacks*': aws }), npx: 'echo "$@"' },
  });
}

/** The commands of each workflow that synthesizes. */
export const synthesizing = filesOf('.github/workflows/*.yml').flatMap((file) => {
  const { jobs } = parse(readFileSync(file, 'utf8'));
  const steps = Object.values<{ steps?: { run?: string }[] }>(jobs).flatMap(
    (job) => job.steps ?? [],
  );
  const commands = steps.flatMap((step) => step.run ?? []);
  const synthesis = commands.find((one) => /^\.ci\/synthesize\b/.test(one));
  return synthesis === undefined ? [] : { file, commands, synthesis };
});

/** What it calls the CDK with, for each stage. */
export function cdkCallsOf(synthesis: string, cdk: object): string[] {
  const given = { files: { 'cdk.json': JSON.stringify(cdk) }, programs: { npx: 'echo "$@"' } };
  return runScript(`STAGE=try-7; GRADUAL=false; ${synthesis}`, given).stdout.trim().split('\n');
}
