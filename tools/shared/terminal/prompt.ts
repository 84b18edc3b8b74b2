import { createInterface } from 'node:readline/promises';

/** Puts a question to a person, and returns the answer. */
export type Prompt = (question: string) => Promise<string>;

/** Undefined if nobody can answer: in a script, for example. */
export function personAt(input: typeof process.stdin): Prompt | undefined {
  if (!input.isTTY) return undefined;
  return (question) => {
    // The standard output can be a file or a pipe.
    const lines = createInterface({ input, output: process.stderr });
    const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    return Promise.race([lines.question(question), closed]).finally(() => lines.close());
  };
}
