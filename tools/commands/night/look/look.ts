import { Problem } from '../../../../infra/project/problem.ts';
import type { Clients } from '../../../shared/stage/clients.ts';
import { MissingStack } from '../../../shared/stage/stack.ts';
import {
  askStage,
  readStageOptions,
  stageHelp,
  stageOptions,
} from '../../../shared/stage/stage.ts';
import { readArguments } from '../../../shared/terminal/options.ts';
import { typed } from '../../../shared/terminal/script.ts';
import { textOf } from '../../../shared/terminal/sentence.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { askAll } from './ask-all.ts';
import { createAsking } from './asking.ts';
import { askDrift, withDrift } from './drift.ts';
import { exitCodeOfLook, exitCodes } from './exit-codes.ts';
import { askRemains } from './gone-stack.ts';
import { page } from './page.ts';
import { verdictOf } from './verdict.ts';

const commandLine = {
  command: 'npm run night',
  help: `Says what is wrong with a stage, the worst first, and which command mends it. It changes nothing.

  ${typed('night', 'look --stack NAME [--all] [--public] [--drift] [--calls]')}

${stageHelp}
  --all            prints all findings, and not only those of one screen
  --public         prints no name of a client, no address, no number of an account and no text of AWS
  --drift          also lets CloudFormation compare each resource, which needs the rights of an administrator

All times are in UTC. The exit code is ${exitCodes.well} if nothing is wrong, ${exitCodes.wrong} if something is wrong, and ${exitCodes.notAllAsked} if nothing
that was asked is wrong, but not everything could be asked. It is ${exitCodes.failed} if the look itself failed.`,
  options: {
    ...stageOptions,
    all: { type: 'boolean' },
    public: { type: 'boolean' },
    drift: { type: 'boolean' },
  },
} as const;

/** Looks at a stage, prints what is wrong, and returns the exit code. */
export async function look(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await lookAtStage(args, terminal);
  } catch (error) {
    // Other commands end with 1 after most errors. Here, 1 says that something is wrong with the stage.
    terminal.note(textOf(error));
    return exitCodes.failed;
  }
}

/** `askAll` asks AWS, `verdictOf` judges the answers, and `page` prints the verdict. */
async function lookAtStage(args: readonly string[], terminal: Terminal): Promise<number> {
  const given = readArguments(args, commandLine, terminal.out)?.values;
  if (given === undefined) return 0;
  const { all = false, public: isPublic = false, drift = false } = given;
  const { clients, stack } = readStageOptions(given, terminal);
  const stage = await askStage(clients, stack).catch((error: Error) => error);
  if (stage instanceof MissingStack) return lookAfterStack(stage, clients, isPublic, terminal);
  if (stage instanceof Problem) throw stage;
  if (stage instanceof Error) {
    // Its message names the account.
    terminal.out(`Nothing could be asked. ${isPublic ? stage.name : textOf(stage)}`);
    return exitCodes.notAllAsked;
  }
  const now = new Date();
  const [answers, drifted] = await Promise.all([
    askAll(createAsking(clients, terminal.patience), stage, now),
    drift ? askDrift(clients, stage) : undefined,
  ]);
  const own = verdictOf(answers);
  const verdict = drifted ? withDrift(own, drifted) : own;
  terminal.out(page(verdict, stage, now, { all, isPublic }));
  return exitCodeOfLook(verdict);
}

/** Prints what is left of a stack that is not there any more. */
async function lookAfterStack(
  missing: MissingStack,
  clients: Clients,
  isPublic: boolean,
  { out, patience }: Terminal,
): Promise<number> {
  const { stackName } = missing;
  const remains = await askRemains(clients, stackName, patience);
  if (remains === undefined) throw isPublic ? new MissingStack(stackName) : missing;
  out(isPublic ? remains : `${remains}\n        ${textOf(missing)}`);
  return exitCodes.wrong;
}
