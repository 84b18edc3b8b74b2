import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../../tools/test/setup/temporary-folder.ts';

export interface Given {
  /** Of the folder in which the script runs. */
  readonly files?: Record<string, string>;
  /** Stand-ins for the programs that it calls, as lines of sh. */
  readonly programs: Record<string, string>;
}

/** Runs commands of a workflow, as a shell script, in a folder of their own. */
export function runScript(commands: string, { files = {}, programs }: Given) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  cpSync('.ci', join(folder, '.ci'), { recursive: true });
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }
  return spawnSync('bash', ['-e', '-c', commands], {
    cwd: folder,
    // Node's pipe is a socket. With that as its input, bash can take itself for a remote shell, and read ~/.bashrc.
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      AWS_REGION: 'sa-east-1',
      GITHUB_REPOSITORY: 'owner/name',
      GITHUB_RUN_NUMBER: '7',
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_SHA: 'abcdef0',
      GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
      PATH: `${folder}:${process.env['PATH']}`,
    },
    encoding: 'utf8',
  });
}

/** Lines of sh for a program that runs the commands of the first pattern that fits its arguments. */
export function byArguments(commandsOf: Readonly<Record<string, string>>): string {
  const cases = Object.entries(commandsOf).map(
    ([pattern, commands]) => `${pattern}) ${commands} ;;`,
  );
  return `case $* in\n${cases.join('\n')}\nesac`;
}

/** Lines of sh that add the arguments to a file, as one line with a tab after each. */
export function recordedIn(file: string): string {
  return `{ printf '%s\\t' "$@"; echo; } >> ${file}`;
}

/** Commands for a call that the script must not make. */
export const unexpectedCall = 'echo "$@" >&2; exit 9';
