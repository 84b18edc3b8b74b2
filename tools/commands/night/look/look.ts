import { Problem } from '../../../../infra/project/problem.ts';
import { readArguments } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/run-command.ts';
import { typed } from '../../terminal/script.ts';
import { textOf } from '../../terminal/sentence.ts';
import type { Clients } from '../clients.ts';
import { MissingStack } from '../stack.ts';
import { readStage, readTarget, type Stage, stageHelp, stageOptions } from '../stage.ts';
import { askAll, type Verdict, verdictOf } from './answers.ts';
import { createAsking } from './asking.ts';
import { findDrift } from './drift.ts';
import { remainsOf } from './gone-stack.ts';
import { page } from './page.ts';

const commandLine = {
  command: 'npm run night',
  help: `Says what is wrong with a stage, the worst first, and which command mends it. It changes nothing.

  ${typed('night', 'look --stack NAME [--all] [--public] [--drift] [--calls]')}

${stageHelp}
  --all            prints all findings, and not only those of one screen
  --public         prints no name of a client, no address, no number of an account and no text of AWS
  --drift          also lets CloudFormation compare each resource, which needs the rights of an administrator

All times are in UTC. The exit code is 0 if nothing is wrong, 1 if something is wrong, and 3 if nothing
that was asked is wrong, but not everything could be asked.`,
  options: {
    ...stageOptions,
    all: { type: 'boolean' },
    public: { type: 'boolean' },
    drift: { type: 'boolean' },
  },
} as const;

const isWrong = 1;
const isNotAsked = 3;

/** Looks at a stage, prints what is wrong, and returns the exit code. */
export async function look(args: readonly string[], terminal: Terminal): Promise<number> {
  const given = readArguments(args, commandLine, terminal.out)?.values;
  if (given === undefined) return 0;
  const { all = false, public: isPublic = false, drift = false } = given;
  const { clients, stack } = readTarget(given, terminal);
  const stage = await readStage(clients, stack).catch(async (error: Error) => {
    // Its message names the account.
    const reason = isPublic ? error.name : textOf(error);
    if (error instanceof MissingStack) {
      const remains = await remainsOf(clients, stack, terminal.patience);
      if (remains === undefined) throw isPublic ? new MissingStack(stack) : error;
      terminal.out(isPublic ? remains : `${remains}\n        ${reason}`);
      return isWrong;
    }
    if (error instanceof Problem) throw error;
    terminal.out(`Nothing could be asked. ${reason}`);
    return isNotAsked;
  });
  if (typeof stage === 'number') return stage;
  const now = new Date();
  const [answers, drifted] = await Promise.all([
    askAll(createAsking(clients, terminal.patience), stage, now),
    drift ? driftOf(clients, stage) : { findings: [], unasked: [] },
  ]);
  const verdict = withDrift(verdictOf(answers), drifted);
  terminal.out(page(verdict, stage, now, { all, isPublic }));
  if (verdict.findings.length > 0) return isWrong;
  return verdict.unasked.size > 0 ? isNotAsked : 0;
}

interface Drift extends Pick<Verdict, 'findings'> {
  readonly unasked: readonly (readonly [action: string, code: string])[];
}

async function driftOf(clients: Clients, stage: Stage): Promise<Drift> {
  try {
    return { findings: await findDrift(clients, stage), unasked: [] };
  } catch (error) {
    return { findings: [], unasked: [['cloudformation:DetectStackDrift', (error as Error).name]] };
  }
}

/** What the look itself has named is not said twice. */
function withDrift(verdict: Verdict, { findings, unasked }: Drift): Verdict {
  const named = new Set(verdict.findings.map(({ about }) => about));
  return {
    ...verdict,
    findings: [...verdict.findings, ...findings.filter(({ about }) => !named.has(about))],
    unasked: new Map([...verdict.unasked, ...unasked]),
  };
}
