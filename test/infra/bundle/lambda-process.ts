import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { LiveName } from '../../../functions/service.ts';
import { readEvent } from '../../service/events/event-files.ts';
import { functionFolder } from '../../setup/synthesized.ts';
import { noProfiles } from '../../setup/without-aws.ts';

export const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };

const validEvents: Readonly<Record<LiveName, unknown>> = {
  CreatePlant: readEvent('create-plant/valid.json'),
  Authorize: readEvent('authorize/valid.json'),
};

/** Code that starts a function by its entry, as Lambda does. */
export function startCode(fn: string): string {
  const index = pathToFileURL(join(functionFolder(fn), 'index.mjs')).href;
  return `const { handler } = await import(${JSON.stringify(index)});`;
}

/** Code that calls the started function with a valid event. */
export function callCode(fn: LiveName): string {
  return `await handler(${JSON.stringify(validEvents[fn])}, {})`;
}

/** Code that calls the started function `count` times, also if it fails. */
export function callsCode(fn: LiveName, count: number): string {
  return `${callCode(fn)}.catch(() => {});`.repeat(count);
}

/** Runs code in a process like Lambda's, with only these variables, and returns the output. */
export function runCode(code: string, env: Record<string, string>, flags: readonly string[] = []) {
  const variables = {
    PLANTS_TABLE_NAME: 'Plants',
    TOKENS_TABLE_NAME: 'Tokens',
    AWS_REGION: 'eu-central-1',
    ...noProfiles,
    ...env,
  };
  const args = [...flags, '--input-type=module', '-e', code];
  return promisify(execFile)(process.execPath, args, { env: variables, cwd: tmpdir() });
}
