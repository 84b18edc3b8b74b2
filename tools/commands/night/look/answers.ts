import type { Stage } from '../stage.ts';
import { afterARollBack } from './after-a-roll-back.ts';
import { afterTheState } from './after-the-state.ts';
import type { Asking } from './asking.ts';
import { expectedResources } from './expected.ts';
import type { Finding } from './finding.ts';
import { type AskedResource, judgeResources } from './judge-resources.ts';
import { kinds } from './kinds/all-kinds.ts';
import { subjects } from './subjects/all-subjects.ts';
import type { Asked, Note } from './subjects/subject.ts';

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
    if (physicalId === undefined) return { expected: one, answer: { gone: true } };
    return { expected: one, answer: await kind.read(asking, { ...one, physicalId }) };
  }
}

export interface Verdict {
  readonly findings: readonly Finding[];
  /** What the stage is doing. */
  readonly facts: readonly string[];
  readonly notes: readonly Note[];
  readonly remarks: readonly string[];
  readonly unasked: ReadonlyMap<string, string>;
  /** How many resources are as in the template. */
  readonly well: number;
}

/** What follows from the answers. */
export function verdictOf({ asked, resources, bySubject, unasked }: Answers): Verdict {
  const judged = subjects.map((subject, index) => subject.judge(bySubject[index], asked));
  const ofResources = judgeResources(asked.stage, resources);
  const found = [...ofResources, ...judged.flatMap(({ findings }) => findings)];
  const broken = new Set(ofResources.map(({ about }) => about));
  const isWell = ({ expected, answer }: AskedResource) =>
    'value' in answer && !broken.has(expected.logicalId);
  return {
    findings: afterTheState(asked.stage, afterARollBack(asked.stage, found)),
    facts: judged.flatMap(({ facts = [] }) => facts),
    notes: judged.flatMap(({ notes = [] }) => notes),
    remarks: judged.flatMap(({ remarks = [] }) => remarks),
    unasked,
    well: resources.filter(isWell).length,
  };
}
