import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { bundleFunctions } from '../../infra/function-code.ts';
import { synthesize } from '../../infra/synthesize.ts';
import { sourceRoot } from './bundler.ts';

// Each synthesis has a new thread: it loads the files as they are now, and the gateway keeps serving.
const folder = mkdtempSync(join(tmpdir(), 'code-'));
synthesize({ ...workerData, code: bundleFunctions(folder, sourceRoot) });
