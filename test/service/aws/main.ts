import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { runTokenCommand } from '../../../tools/commands/token/token-command.ts';
import { createClients } from '../../../tools/shared/stage/clients.ts';
import { askStage } from '../../../tools/shared/stage/stage.ts';
import { readArguments } from '../../../tools/shared/terminal/options.ts';
import { runCommand } from '../../../tools/shared/terminal/run-command.ts';
import { UsageError } from '../../../tools/shared/usage-error.ts';
import type { AskedStage } from './asked-stage.ts';
import { realClock } from './clock.ts';
import { outcomeQuestions } from './outcome-questions.ts';
import { askQuestion, type Finding, isRed, type Question, rowOf, tableHead } from './question.ts';
import { questionsOf } from './questions.ts';

const commandLine = {
  command: 'npm run test:aws',
  help: `Asks a deployed stage to throw away what only AWS can show, and prints one table.

  npm run test:aws -- --stack NAME [--release ASSEMBLY] [--wait SECONDS]

  --stack NAME        the stack of the stage, of AWS_PROFILE and AWS_REGION
  --release ASSEMBLY  the folder in assembly with another version of both functions: it is released, and taken back
  --wait SECONDS      the most that a question waits (by default, as long as it needs)

The variable OUTCOMES can have the steps that a workflow did before, as its context \`steps\`.`,
  options: {
    stack: { type: 'string' },
    release: { type: 'string' },
    wait: { type: 'string' },
  },
} as const;

await runCommand(async (args) => {
  const given = readArguments(args, commandLine)?.values;
  if (given === undefined) return undefined;
  const { stack, release, wait = 'Infinity' } = given;
  if (stack === undefined) throw new UsageError('--stack is missing: name the stack of the stage.');
  const findings: Finding[] = [];
  const askAll = async (questions: readonly Question[]) => {
    for (const question of questions) {
      const finding = await askQuestion(question);
      findings.push(finding);
      console.log(rowOf(question, finding, new Date()));
    }
  };
  console.log(tableHead);
  await askAll(outcomeQuestions(JSON.parse(process.env['OUTCOMES'] || '{}')));
  const asked = await openStage(stack, Number(wait));
  await askAll(questionsOf(asked, release === undefined ? undefined : () => deploy(release)));
  return findings.some(isRed) ? 1 : 0;
});

async function openStage(stack: string, mostSeconds: number): Promise<AskedStage> {
  const clients = createClients();
  const stage = await askStage(clients, stack);
  const token = async (...args: string[]) => {
    const printed: string[] = [];
    const out = (text: string) => printed.push(text);
    await runTokenCommand([...args, '--stack', stack], { out, note: () => {} });
    return printed.join('');
  };
  return {
    stage,
    clients,
    url: `${stage.outputs['ApiUrl']}`,
    clock: realClock(mostSeconds),
    createToken: (client, expires) => token('create', '--client', client, '--expires', expires),
    revokeToken: async (text) => {
      await token('revoke', text, '--confirm', stage.stageName);
    },
  };
}

/** Fails, because the release is taken back. What it prints is for the log. */
async function deploy(assembly: string): Promise<void> {
  const child = spawn('bash', ['.ci/deploy', assembly], { stdio: ['ignore', 2, 2] });
  await once(child, 'close');
}
