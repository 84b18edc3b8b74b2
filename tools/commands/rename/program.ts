import { spawnSync } from 'node:child_process';
import { UsageError } from '../../shared/usage-error.ts';

interface Run {
  readonly folder: string;
  readonly input?: string;
}

/** Runs a program, and returns what it prints. Throws the first line of its error if it fails. */
export function run({ folder, input = '' }: Run, program: string, ...args: readonly string[]) {
  const ended = spawnSync(program, args, { cwd: folder, input, encoding: 'utf8' });
  if (ended.status === 0) return ended.stdout;
  const reason = ended.error?.message ?? (ended.stderr.trim() || `${ended.signal ?? ended.status}`);
  const [line = ''] = reason.split('\n', 1);
  throw new UsageError(`${[program, ...args].join(' ')} failed (${line.replace(/\.$/, '')}).`);
}
