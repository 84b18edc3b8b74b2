import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

/** Synthesizes as the CLI does for a stage whose home is eu-central-1. */
function app(env: Record<string, string>) {
  const { CDK_DEFAULT_ACCOUNT: _, CDK_DEFAULT_REGION: __, AWS_REGION: ___, ...rest } = process.env;
  const context = { homeRegion: 'eu-central-1' };
  const { status, stderr } = spawnSync(process.execPath, ['infra/app.ts'], {
    env: { ...rest, CDK_CONTEXT_JSON: JSON.stringify(context), ...env },
    encoding: 'utf8',
  });
  return { status, stderr };
}

function refusal(region: string) {
  return `The tables of this stage are in eu-central-1, its homeRegion: say AWS_REGION=eu-central-1, not ${region}.\n`;
}

describe('the app', () => {
  it('refuses the region of the pipeline where the home is another, though nobody is signed in', () => {
    const { env } = parse(readFileSync('.github/workflows/deploy.yml', 'utf8'));
    expect(Object.keys(env)).toEqual(['AWS_REGION']);
    const answer = app({ AWS_REGION: 'us-west-2', CDK_DEFAULT_REGION: 'us-west-2' });
    expect(answer).toEqual({ status: 1, stderr: refusal('us-west-2') });
  });

  it('refuses the region of whoever is signed in, whatever the environment says', () => {
    const signedIn = { CDK_DEFAULT_ACCOUNT: '123456789012', CDK_DEFAULT_REGION: 'us-east-2' };
    const answer = app({ AWS_REGION: 'eu-central-1', ...signedIn });
    expect(answer).toEqual({ status: 1, stderr: refusal('us-east-2') });
  });

  it('does not mind the region that the CLI makes up where nobody named one', () => {
    const answer = app({ AWS_REGION: '', CDK_DEFAULT_REGION: 'us-east-1' });
    expect(answer).toMatchObject({ status: 0 });
  });
});
