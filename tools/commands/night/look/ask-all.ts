import type { Stage } from '../../stage/stage.ts';
import { gone } from './answer.ts';
import type { Asking } from './asking.ts';
import { expectedResources } from './expected.ts';
import type { AskedResource } from './judge-resources.ts';
import { kinds } from './kinds/all-kinds.ts';
import { subjects } from './subjects/all-subjects.ts';
import type { Asked } from './subjects/subject.ts';

/** All that AWS said. What it did not say is missing, with the reason. */
export interface Answers {
  readonly asked: Asked;
  readonly resources: readonly AskedResource[];
  /** In the order of the subjects. */
  readonly bySubject: readonly unknown[];
  /** The actions that were not answered, each with the code of the error. */
  readonly unasked: ReadonlyMap<string, string>;
}

/** Asks AWS about a stage, and changes nothing. */
export async function askAll(asking: Asking, stage: Stage, now: Date): Promise<Answers> {
  const expected = expectedResources(stage);
  const asked = { stage, expected, now };
  const resources = expected.flatMap((one) => {
    const kind = kinds.get(one.type);
    return kind === undefined ? [] : askResource(kind, one);
  });
  const [bySubject, itsResources] = await Promise.all([
    Promise.all(subjects.map((subject) => subject.ask(asking, asked))),
    Promise.all(resources),
  ]);
  return { asked, resources: itsResources, bySubject, unasked: asking.unasked };

  async function askResource(
    kind: NonNullable<ReturnType<typeof kinds.get>>,
    one: (typeof expected)[number],
  ): Promise<AskedResource> {
    const { physicalId } = one;
    if (physicalId === undefined) return { expected: one, answer: gone };
    return { expected: one, answer: await kind.ask(asking, { ...one, physicalId }) };
  }
}
