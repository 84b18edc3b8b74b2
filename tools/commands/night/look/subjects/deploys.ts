import type { ParameterHistory } from '@aws-sdk/client-ssm';
import { utc } from '../../../../shared/terminal/utc.ts';
import { type AwsAnswer, known } from '../aws-answer.ts';
import type { Command } from '../command.ts';
import type { Finding } from '../finding.ts';
import { askCommits } from '../kinds/release.ts';
import { night, push } from '../mends.ts';
import { type History, readHistory } from './git-history.ts';
import { type Context, type Note, ofType, type Subject } from './subject.ts';

interface DeployAnswers {
  readonly commits: AwsAnswer<readonly ParameterHistory[]> | undefined;
  /** What the clone knows of the last two commits. Undefined without a clone that has them. */
  readonly history: History | undefined;
}

/** The last deploys, and whether the last commit is pushed and newer than the one before. */
export const deploys: Subject<DeployAnswers> = {
  async ask(asking, { expected }) {
    const [parameter] = ofType(expected, 'AWS::SSM::Parameter');
    if (!parameter?.physicalId) return { commits: undefined, history: undefined };
    const commits = await askCommits(asking, parameter.physicalId);
    const [last, before] = (known(commits) ?? []).toReversed();
    const history = last && (await readHistory('.', last.Value ?? '', before?.Value));
    return { commits, history };
  },

  judge({ commits, history }, context) {
    const all = known(commits) ?? [];
    const [last, before] = all.toReversed();
    if (last === undefined) return { findings: [] };
    const facts = [
      `The last deploy was ${named(last)}${before ? `, and before it ${named(before)}` : ''}.`,
    ];
    if (history === undefined) {
      return {
        findings: [],
        facts,
        remarks: ['Not asked: whether this commit is pushed. No clone here has it.'],
      };
    }
    const notes = history.lacksBefore === undefined && before ? [unknownCommit(before)] : [];
    return { findings: wrongCommits(history, last, before, context), facts, notes };
  },
};

function named({ Value, LastModifiedDate: at }: ParameterHistory): string {
  return `${Value?.slice(0, 7)}${at ? ` at ${utc(at)}` : ''}`;
}

function unknownCommit({ Value }: ParameterHistory): Note {
  return {
    topic: 'a commit that this clone lacks',
    text: `The clone does not have ${Value?.slice(0, 7)}, which was deployed before the last commit. After \`git fetch\`, if it still lacks it, nobody pushed it, and the last deploy undid it. If that hurts clients: RUNBOOK#a-deploy-undid-another`,
  };
}

/** A fix that was deployed by hand and never pushed is undone by the next deploy. */
function wrongCommits(
  { isPushed, isOlder, lacksBefore }: History,
  last: ParameterHistory,
  before: ParameterHistory | undefined,
  { stage }: Context,
): Finding[] {
  const commit = `${last.Value}`;
  const wrong = (what: string, means: string, command: Command): Finding => ({
    rank: 'BLOCKS',
    what: `The deployed commit ${commit.slice(0, 7)} ${what}`,
    means,
    since: last.LastModifiedDate,
    runbook: 'deploy-by-hand',
    commands: [command],
  });
  const findings: Finding[] = [];
  if (!isPushed)
    findings.push(
      wrong(
        'is pushed nowhere.',
        'The next deploy by the pipeline undoes it, and nobody else can repair the stage.',
        push(commit),
      ),
    );
  if (isOlder)
    findings.push(
      wrong(
        'is older than the one before it.',
        'Alarms, settings and fixes that came since are missing.',
        night(stage, 'deploy', `${before?.Value}`, '--back'),
      ),
    );
  if (lacksBefore)
    findings.push(
      wrong(
        `lacks ${before?.Value?.slice(0, 7)}, which was deployed before it.`,
        'Somebody deployed another branch, so fixes and settings can be missing. Merge both into main, and then deploy it.',
        night(stage, 'deploy', 'origin/main'),
      ),
    );
  return findings;
}
