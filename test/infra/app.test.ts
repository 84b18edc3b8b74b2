import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import project from '../../package.json' with { type: 'json' };
import { slow } from '../slow.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Synthesizes like the CLI, for a stage whose home is eu-central-1. */
function app(env: Record<string, string>, given = {}, args: readonly string[] = []) {
  const { CDK_DEFAULT_ACCOUNT: _, CDK_DEFAULT_REGION: __, AWS_REGION: ___, ...rest } = process.env;
  const CDK_CONTEXT_JSON = JSON.stringify({ homeRegion: 'eu-central-1', ...given });
  const home = temporaryFolder();
  writeFileSync(join(home, '.cdk.json'), '{ "context": { "company": "example" } }');
  const { status, stderr } = spawnSync(process.execPath, ['infra/app.ts', ...args], {
    env: { ...rest, HOME: home, USERPROFILE: home, CDK_CONTEXT_JSON, ...env },
    encoding: 'utf8',
  });
  return { status, stderr };
}

function refusal(region: string) {
  return `The homeRegion of this stage is eu-central-1, but the region is ${region}. Set AWS_REGION=eu-central-1.\n`;
}

describe('the app', slow, () => {
  it('refuses the region of the pipeline if the home is another, also without credentials', () => {
    const { env } = parse(readFileSync('.github/workflows/deploy.yml', 'utf8'));
    expect(Object.keys(env)).toEqual(['AWS_REGION']);
    const answer = app({ AWS_REGION: 'us-west-2', CDK_DEFAULT_REGION: 'us-west-2' });
    expect(answer).toEqual({ status: 1, stderr: refusal('us-west-2') });
  });

  it('refuses the region of the credentials, even if the environment names the home', () => {
    const signedIn = { CDK_DEFAULT_ACCOUNT: '123456789012', CDK_DEFAULT_REGION: 'us-east-2' };
    const answer = app({ AWS_REGION: 'eu-central-1', ...signedIn });
    expect(answer).toEqual({ status: 1, stderr: refusal('us-east-2') });
  });

  it('ignores the region that the CLI makes up, and the keys of ~/.cdk.json', () => {
    const answer = app({ AWS_REGION: '', CDK_DEFAULT_REGION: 'us-east-1' }, { company: 'example' });
    expect(answer).toMatchObject({ status: 0 });
  });

  it('checks the settings before it does anything slow', () => {
    expect(project.scripts.app).toBe(
      'node infra/app.ts --check && node tools/commands/generate.ts --check && tsc && node infra/app.ts',
    );
    const check = (context: object, env = {}) => app(env, context, ['--check']);
    expect(check({ company: 'example' })).toEqual({ status: 0, stderr: '' });
    const problem = expect.stringMatching(/^throtleRate is not a setting\. The settings are /);
    expect(check({ throtleRate: 5 })).toEqual({ status: 1, stderr: problem });
    const elsewhere = { AWS_REGION: 'us-west-2' };
    expect(check({}, elsewhere)).toEqual({ status: 1, stderr: refusal('us-west-2') });
  });
});
