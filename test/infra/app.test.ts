import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import { slow } from '../setup/slow.ts';

it('the app checks the settings before it does anything slow', slow, () => {
  expect(project.scripts.app).toMatch(/^node infra\/app\.ts --check && .* && node infra\/app\.ts$/);
  const check = (context: object) => {
    const env = { ...process.env, CDK_CONTEXT_JSON: JSON.stringify(context) };
    const args = ['infra/app.ts', '--check'];
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    return { status, stderr };
  };
  expect(check({ throttleRate: 5 })).toEqual({ status: 0, stderr: '' });
  const problem = expect.stringMatching(/^throtleRate .*\n$/);
  expect(check({ throtleRate: 5 })).toEqual({ status: 1, stderr: problem });
});
