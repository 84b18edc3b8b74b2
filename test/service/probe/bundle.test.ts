import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../tools/test/setup/temporary-folder.ts';
import { probeEnvironment } from '../../functions/probe/probe-run.ts';
import { runWithFunction } from '../../setup/function-process.ts';
import { functionFolder } from '../../setup/synthesized.ts';

// Without a warm-up, because no client waits for it.
it('the probe starts in any folder, also below a project of ES modules', async () => {
  const project = temporaryFolder();
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  const code = join(project, 'code');
  cpSync(functionFolder('Probe'), code, { recursive: true });
  const silent = { stdout: '', stderr: '' };
  expect(await runWithFunction(code, '', probeEnvironment('http://127.0.0.1:1'))).toEqual(silent);
});
