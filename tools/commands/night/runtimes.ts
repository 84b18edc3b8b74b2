import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { liveFunctions } from '../../shared/stage/template.ts';
import { askAlias } from './alias.ts';
import { type StageContext, stageCommand } from './stage-command.ts';
import { askVersions } from './versions.ts';

/** How many versions before the live one are printed. */
const most = 5;

export const runtimes = stageCommand({
  does: 'Prints the runtime of each function that clients wait for: of the version that they get, and of those before it. AWS changes runtimes without a deploy.',
  usage: 'runtimes',
  remark: 'To go back to an older runtime, you must know its ARN: keep what this prints.',
  changes: false,
  read: () => printRuntimes,
});

async function printRuntimes({ clients, stage, terminal }: StageContext): Promise<void> {
  for (const fn of liveFunctions(stage.template)) {
    const { FunctionName, version } = await askAlias(clients.lambda, stage, fn);
    const versions = await askVersions(clients.lambda, FunctionName);
    const before = versions.filter(({ number }) => Number(number) < Number(version));
    for (const number of [version, ...before.slice(0, most).map((one) => one.number)]) {
      const command = new GetFunctionConfigurationCommand({ FunctionName, Qualifier: number });
      const { RuntimeVersionConfig } = await clients.lambda.send(command);
      const runtime = RuntimeVersionConfig?.RuntimeVersionArn ?? 'unknown';
      const isLive = number === version ? ['clients get it'] : [];
      terminal.out([FunctionName, number, runtime, ...isLive].join('  '));
    }
  }
}
