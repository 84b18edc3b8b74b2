import { redacted } from '../../../tools/shared/terminal/printable.ts';
import { textOf } from '../../../tools/shared/terminal/sentence.ts';

/** `could not be asked`: AWS refused, or the question has a mistake. `not asked`: the time of the run was not enough. */
export type Verdict = 'as expected' | 'not as expected' | 'could not be asked' | 'not asked';

/** What the run has seen as an answer to a question. */
export interface Finding {
  readonly seen: string;
  readonly verdict: Verdict;
}

export interface Question {
  /** A sentence. docs/EVIDENCE.md has the same. */
  readonly asks: string;
  readonly expected: string;
  readonly ask: () => Finding | Promise<Finding>;
}

export function finding(seen: string, isExpected: boolean): Finding {
  return { seen, verdict: isExpected ? 'as expected' : 'not as expected' };
}

export function notAsked(seen: string): Finding {
  return { seen, verdict: 'not asked' };
}

/** A question that fails does not keep the next ones from being asked. */
export async function askQuestion({ ask }: Question): Promise<Finding> {
  try {
    return await ask();
  } catch (error) {
    const [line = ''] = textOf(error).split('\n');
    return { seen: line, verdict: 'could not be asked' };
  }
}

/** Whether the run must be red. */
export function isRed({ verdict }: Finding): boolean {
  return verdict === 'not as expected' || verdict === 'could not be asked';
}

/** docs/EVIDENCE.md has the same columns. */
export const tableHead = '| question | expected | seen | verdict | date |\n|---|---|---|---|---|';

export function rowOf({ asks, expected }: Question, { seen, verdict }: Finding, now: Date): string {
  const date = now.toISOString().slice(0, 10);
  return `| ${[asks, expected, seen, verdict, date].map(cellOf).join(' | ')} |`;
}

/** A text in one cell of a table, without a token. */
function cellOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return redacted(line).replaceAll('|', String.raw`\|`);
}
