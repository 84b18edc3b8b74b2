import type { Answers } from './ask-all.ts';
import type { Finding } from './finding.ts';
import { type AskedResource, judgeResources } from './judge-resources.ts';
import { subjects } from './subjects/all-subjects.ts';
import type { Note } from './subjects/subject.ts';
import { withoutBlockedDeploys } from './without-blocked-deploys.ts';
import { withoutSecondRollBack } from './without-second-roll-back.ts';

/** What follows from the answers. */
export interface Verdict {
  readonly findings: readonly Finding[];
  /** What the stage is doing. */
  readonly facts: readonly string[];
  readonly notes: readonly Note[];
  readonly remarks: readonly string[];
  readonly unanswered: ReadonlyMap<string, string>;
  /** How many resources are as in the template. */
  readonly well: number;
}

export function verdictOf({ context, resources, bySubject, unanswered }: Answers): Verdict {
  const judged = subjects.map((subject, index) => subject.judge(bySubject[index], context));
  const ofResources = judgeResources(context.stage, resources);
  const found = [...ofResources, ...judged.flatMap(({ findings }) => findings)];
  const broken = new Set(ofResources.map(({ about }) => about));
  const isWell = ({ expected, answer }: AskedResource) =>
    'value' in answer && !broken.has(expected.logicalId);
  return {
    findings: withoutBlockedDeploys(context.stage, withoutSecondRollBack(context.stage, found)),
    facts: judged.flatMap(({ facts = [] }) => facts),
    notes: judged.flatMap(({ notes = [] }) => notes),
    remarks: judged.flatMap(({ remarks = [] }) => remarks),
    unanswered,
    well: resources.filter(isWell).length,
  };
}
