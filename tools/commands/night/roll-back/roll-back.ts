import { authorizer } from '../../../../functions/service.ts';
import type { Clients } from '../../../shared/stage/clients.ts';
import { forgettingSteps } from '../../../shared/stage/forget-decisions.ts';
import type { Stage } from '../../../shared/stage/stage.ts';
import { type LiveFunction, liveFunctions } from '../../../shared/stage/template.ts';
import { typed } from '../../../shared/terminal/script.ts';
import { UsageError } from '../../../shared/usage-error.ts';
import { askAlias } from '../alias.ts';
import { type StageContext, stageCommand } from '../stage-command.ts';
import { askRelease } from './releases.ts';
import { type FunctionState, planMove, planStop } from './roll-back-steps.ts';

export const rollBack = stageCommand({
  does: 'Gives all requests of a function to the version before the bad one.',
  usage: 'roll-back FUNCTION [--to VERSION]',
  explained: `  FUNCTION         its name in the template, for example ${authorizer.functionName}
  --to VERSION     another version than the one before, for example 12`,
  remark: `If a release of the function moves, it is stopped, but never one that goes back to an older version.
Afterwards, deploy good code by hand: otherwise the next deploy brings the bad code again.`,
  options: { to: { type: 'string' } },
  operands: 1,
  changes: true,
  read: ({ to }, [name]) => {
    if (name === undefined) throw new UsageError('Name one function. Try --help.');
    return (context) => rollBackTo(context, name, to);
  },
});

async function rollBackTo(
  context: StageContext,
  name: string,
  version: string | undefined,
): Promise<void> {
  const { clients, stage, terminal, carryOut } = context;
  const { bad, others } = await askFunctions(context, name);
  const { fn, release } = bad;
  if (release?.goesBack) {
    const { from, to } = release;
    terminal.note(
      `A release already gives the requests of ${name} from version ${from} back to ${to}: wait for its end. Nothing was changed.`,
    );
    return;
  }
  const own = release ? planStop(context, bad, release) : await planMove(context, bad, version);
  // The same deploy brought them.
  const moving = others.flatMap((one) =>
    one.release && !one.release.goesBack ? [planStop(context, one, one.release)] : [],
  );
  const forgetting = fn.authorizes ? forgettingSteps(clients, stage) : [];
  const steps = [own.steps, forgetting, ...moving.map((one) => one.steps)].flat();
  if (steps.length === 0) return;
  const afterwards = [...(moving.length === 0 ? duringDeploy(stage) : []), ...own.afterwards];
  await carryOut({ steps, undo: own.undo, afterwards });
}

/** The function that somebody named, and the other ones that clients use. */
async function askFunctions({ clients, stage }: StageContext, name: string) {
  const functions = liveFunctions(stage.template);
  const states = await Promise.all(functions.map((fn) => askState(clients, stage, fn)));
  const bad = states.find(({ fn }) => fn.name === name);
  if (bad !== undefined) return { bad, others: states.filter((one) => one !== bad) };
  const names = functions.map((fn) => fn.name).join(', ');
  throw new UsageError(
    `Clients use no function ${name} of ${stage.stackName}. Name one of ${names}.`,
  );
}

async function askState(clients: Clients, stage: Stage, fn: LiveFunction): Promise<FunctionState> {
  const [alias, release] = await Promise.all([
    askAlias(clients.lambda, stage, fn),
    askRelease(clients.codedeploy, stage, fn.name),
  ]);
  return { fn, alias, release };
}

/** A deploy moves one function after the other. */
function duringDeploy({ status, stackName }: Stage): string[] {
  if (!status.endsWith('IN_PROGRESS')) return [];
  const again = typed('night', `look --stack ${stackName}`);
  return [
    `A deploy still runs (${status}), and can move another function next. Look until it has ended, and roll that one back, too: ${again}`,
  ];
}
