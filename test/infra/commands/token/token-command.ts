import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { exitCodeOf } from '../../../../infra/commands/terminal/run-command.ts';
import { tokenCommand } from '../../../../infra/commands/token/token-command.ts';
import { compileCache } from '../../../../infra/local/machine/compile-cache.ts';

const main = join(import.meta.dirname, '../../../../infra/commands/token/main.ts');

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command in this process, which spares each case the loading of its clients. */
export async function token(...args: string[]): Promise<Outcome> {
  const outcome = { stdout: '', stderr: '' };
  const out = (text: string) => {
    outcome.stdout += `${text}\n`;
  };
  const note = (text: string) => {
    outcome.stderr += `${text}\n`;
  };
  const code = await exitCodeOf(() => tokenCommand(args, { out, note }), note);
  return { code, ...outcome };
}

/** The command as a shell runs it, with no variables but those given. */
export function spawnedToken(env: NodeJS.ProcessEnv, ...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = { env: { ...compileCache, ...env } };
    execFile(process.execPath, [main, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}
