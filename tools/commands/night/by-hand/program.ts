import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Problem } from '../../../../infra/project/problem.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';

export interface Place {
  readonly folder: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a program, passes its lines on, and fails if it does. A Ctrl-C ends the program, and not what comes after it. */
export async function runProgram(
  program: string,
  args: readonly string[],
  place: Place,
  note: Terminal['note'],
): Promise<void> {
  const { child, ended } = start(program, args, place);
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', note);
  const stay = () => note('Waiting until this has ended in order.');
  process.on('SIGINT', stay);
  try {
    const code = await ended;
    if (code !== 0) throw new Problem(`${[program, ...args].join(' ')} failed.`);
  } finally {
    process.off('SIGINT', stay);
  }
}

/** Runs a program that asks nothing, and returns what it prints. Undefined if it fails. */
export async function outputOf(
  program: string,
  args: readonly string[],
  place: Place,
): Promise<string | undefined> {
  const { child, ended } = start(program, args, place);
  const [printed, code] = await Promise.all([text(child.stdout), ended, text(child.stderr)]);
  return code === 0 ? printed.trim() : undefined;
}

function start(program: string, args: readonly string[], { folder, env = process.env }: Place) {
  const options = {
    cwd: folder,
    env,
    // npm and npx are batch files on Windows.
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  } as const satisfies SpawnOptions;
  const child = spawn(program, args, options);
  const ended = once(child, 'close').then(
    ([code]) => code as number | null,
    (error: Error) => {
      throw new Problem(`${program} cannot be started (${error.message}).`);
    },
  );
  return { child, ended };
}
