import { runNightCommand } from '../../../commands/night/night-command.ts';
import { patience } from '../../setup/slow.ts';
import { runHere } from '../run-here.ts';

/** Runs a command of the night, with the answer of a person, if there is one. Its steps do not wait. */
export async function night(line: string, answer?: string, folder?: string) {
  const surroundings = { answer, folder, patience, pause: async () => {} };
  const { code, out, notes } = await runHere(runNightCommand, line.split(' '), surroundings);
  return { code, out: out.join('\n'), notes: notes.join('\n') };
}
