import { exitCodeOf } from '../../shared/terminal/run-command.ts';
import type { Terminal } from '../../shared/terminal/terminal.ts';

interface Surroundings extends Pick<Terminal, 'folder' | 'patience' | 'pause'> {
  /** What a person types when the command asks. Without it, nobody is there. */
  readonly answer?: string | undefined;
}

/**
 * Runs a command in this process, which spares each test the loading of its clients. Returns the exit code, and the
 * texts that were printed.
 */
export async function runHere(
  command: (args: readonly string[], terminal: Terminal) => unknown,
  args: readonly string[],
  { answer, ...surroundings }: Surroundings = {},
) {
  const out: string[] = [];
  const notes: string[] = [];
  const note = (text: string) => notes.push(text);
  const prompt = async (question: string) => {
    note(question);
    return `${answer}`;
  };
  const terminal = {
    ...surroundings,
    out: (text: string) => out.push(text),
    note,
    prompt: answer === undefined ? undefined : prompt,
  };
  const code = await exitCodeOf(() => command(args, terminal), note);
  return { code, out, notes };
}
