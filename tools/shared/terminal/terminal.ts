import type { Prompt } from './prompt.ts';

/** What a command prints to, and where it asks a person. */
export interface Terminal {
  /** Takes the result of the command. */
  readonly out: (text: string) => void;
  /** Takes everything else. */
  readonly note: (text: string) => void;
  /** Without it, nobody is there who could answer. */
  readonly prompt?: Prompt | undefined;
  // Only tests have what follows.
  /** How many times longer than usual AWS may take for an answer, on a busy machine. */
  readonly patience?: number;
  /** For steps that wait. */
  readonly pause?: Pause;
  /** The folder of the clone, if it is another one than that of the process. */
  readonly folder?: string | undefined;
}

/** Waits as many milliseconds. */
export type Pause = (milliseconds: number) => Promise<unknown>;
