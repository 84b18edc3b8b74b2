import { runNightCommand } from '../../../commands/night/night-command.ts';
import { exitCodeOf } from '../../../commands/terminal/run-command.ts';
import { patience } from '../../setup/slow.ts';

/** Runs a command of the night in this process, with the answer of a person, if there is one. */
export async function night(line: string, answer?: string, folder?: string) {
  const printed: string[] = [];
  const noted: string[] = [];
  const note = (text: string) => noted.push(text);
  const prompt = async (question: string) => {
    note(question);
    return `${answer}`;
  };
  const terminal = {
    out: (text: string) => printed.push(text),
    note,
    prompt: answer === undefined ? undefined : prompt,
    ...(folder !== undefined && { folder }),
    pause: async () => {},
    patience,
  };
  const code = await exitCodeOf(() => runNightCommand(line.split(' '), terminal), note);
  return { code, out: printed.join('\n'), notes: noted.join('\n') };
}
