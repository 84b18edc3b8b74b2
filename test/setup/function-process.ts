import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { noProfiles } from '../../tools/test/setup/without-aws.ts';
import { tableVariables } from './table-variables.ts';

/** A module that lets the warm-up take its time: on a busy machine, half a second can be too short. */
const endlessTimeouts = 'data:text/javascript,AbortSignal.timeout=()=>new AbortController().signal';

/** Imports a function in a process like Lambda's, with only these variables, runs code with it, and returns the output. */
export function runWithFunction(folder: string, code: string, environment: Record<string, string>) {
  const index = JSON.stringify(pathToFileURL(join(folder, 'index.mjs')).href);
  const text = `const { handler } = await import(${index});${code}`;
  return promisify(execFile)(
    process.execPath,
    ['--import', endlessTimeouts, '--input-type=module', '-e', text],
    {
      env: { ...tableVariables, AWS_REGION: 'eu-central-1', ...noProfiles, ...environment },
      cwd: tmpdir(),
    },
  );
}
