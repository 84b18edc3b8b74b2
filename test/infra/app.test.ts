import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import { slow } from '../slow.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Synthesizes like the CLI, for a user who has a ~/.cdk.json. */
function app(context: object, args: readonly string[] = []) {
  const home = temporaryFolder();
  writeFileSync(join(home, '.cdk.json'), '{ "context": { "company": "example" } }');
  const CDK_CONTEXT_JSON = JSON.stringify(context);
  const { status, stderr } = spawnSync(process.execPath, ['infra/app.ts', ...args], {
    env: { ...process.env, HOME: home, USERPROFILE: home, CDK_CONTEXT_JSON },
    encoding: 'utf8',
  });
  return { status, stderr };
}

it('the app checks the settings before it does anything slow', slow, () => {
  expect(project.scripts.app).toMatch(/^node infra\/app\.ts --check && .* && node infra\/app\.ts$/);
  expect(app({ company: 'example' }, ['--check'])).toEqual({ status: 0, stderr: '' });
  const problem = expect.stringMatching(/^throtleRate .*\n$/);
  expect(app({ throtleRate: 5 }, ['--check'])).toEqual({ status: 1, stderr: problem });
});
