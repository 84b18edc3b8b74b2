import type { Stage } from '../../../shared/stage/stage.ts';
import { takesDeploys } from '../by-hand/takes-deploys.ts';
import { isNight } from './command.ts';
import type { Finding } from './finding.ts';

/** While CloudFormation begins no deploy, a command that deploys mends nothing. The state of the stack comes first. */
export function withoutBlockedDeploys(stage: Stage, findings: readonly Finding[]): Finding[] {
  if (takesDeploys(stage)) return [...findings];
  const before = stage.status.endsWith('IN_PROGRESS')
    ? `The stack is in ${stage.status}: wait for its end, and look again.`
    : `The stack is in ${stage.status}: mend that first, and look again.`;
  return findings.map((one) => {
    const commands = one.commands.filter((command) => !isNight(command, 'deploy', 'repair'));
    if (commands.length === one.commands.length) return one;
    return { ...one, commands, means: `${one.means} ${before}` };
  });
}
