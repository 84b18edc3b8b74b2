import type { Stage } from '../../../../shared/stage/stage.ts';
import type { Asking } from '../asking.ts';
import type { Command } from '../command.ts';
import type { Expected } from '../expected.ts';
import type { Finding } from '../finding.ts';

/** The stage that a look is about, what its template wants, and the time of the look. */
export interface Context {
  readonly stage: Stage;
  readonly expected: readonly Expected[];
  readonly now: Date;
}

/**
 * What follows from the answers about a subject:
 *
 * |         | on the page | last line        | exit code |
 * |---------|-------------|------------------|-----------|
 * | finding | with a rank | begins with Well | 1         |
 * | fact    | in the head | the same         | the same  |
 * | note    | as NOTE     | names its topic  | the same  |
 * | remark  | as NOTE     | the same         | the same  |
 *
 * If there is a finding, the last line names no topics. Notes and remarks are not printed with --public. A subject can make
 * a finding a note after some time, because nobody can mend it any more.
 */
interface Judged {
  readonly findings: readonly Finding[];
  /** Lines for the head of the page: what the stage is doing. */
  readonly facts?: readonly string[];
  /** What is not wrong, but a person should read it: the last line of the page names its topic. */
  readonly notes?: readonly Note[];
  /** What is as the settings want it, or could not be asked from here. It is printed as a note, but nobody has to act. */
  readonly remarks?: readonly string[];
}

export interface Note {
  /** In a few words, without a name of a client, an address or a number of an account: `no older version`. */
  readonly topic: string;
  readonly text: string;
  /** What a person can run then. */
  readonly commands?: readonly Command[];
}

/**
 * What is not seen when each resource is compared with the template: a subject asks AWS, and judges the answers. The judge
 * only computes.
 */
export interface Subject<Answers> {
  readonly ask: (asking: Asking, context: Context) => Promise<Answers>;
  // A method, so that a list can hold subjects with different answers.
  judge(answers: Answers, context: Context): Judged;
}

/** Whether the stage has a probe. */
export function hasProbe({ expected }: Context): boolean {
  return ofType(expected, 'AWS::Scheduler::Schedule').length > 0;
}

/** The resources of a type that the template wants. */
export function ofType(expected: readonly Expected[], type: string): Expected[] {
  return expected.filter((one) => one.type === type);
}
