import type { Stage } from '../../../shared/stage/stage.ts';
import type { Asking } from './asking.ts';
import { gone } from './aws-answer.ts';
import { type Expected, expectedResources } from './expected.ts';
import type { AskedResource } from './judge-resources.ts';
import { kinds } from './kinds/all-kinds.ts';
import { subjects } from './subjects/all-subjects.ts';
import type { Context } from './subjects/subject.ts';

/** All that AWS said. What it did not say is missing, with the reason. */
export interface Answers {
  readonly context: Context;
  readonly resources: readonly AskedResource[];
  /** In the order of the subjects. */
  readonly bySubject: readonly unknown[];
  /** The actions that were not answered, each with the code of the error. */
  readonly unanswered: ReadonlyMap<string, string>;
}

/** Asks AWS about a stage, and changes nothing. */
export async function askAll(asking: Asking, stage: Stage, now: Date): Promise<Answers> {
  const expected = expectedResources(stage);
  const context = { stage, expected, now };
  const [bySubject, resources] = await Promise.all([
    Promise.all(subjects.map((subject) => subject.ask(asking, context))),
    Promise.all(expected.map((one) => askResource(asking, one))),
  ]);
  return {
    context,
    resources: resources.filter((one) => one !== undefined),
    bySubject,
    unanswered: asking.unanswered,
  };
}

/** Undefined for a type that a look does not know. */
async function askResource(asking: Asking, expected: Expected): Promise<AskedResource | undefined> {
  const kind = kinds.get(expected.type);
  if (kind === undefined) return undefined;
  const { physicalId } = expected;
  if (physicalId === undefined) return { expected, answer: gone };
  return { expected, answer: await kind.ask(asking, { ...expected, physicalId }) };
}
