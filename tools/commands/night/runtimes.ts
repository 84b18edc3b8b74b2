import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { readArguments } from '../terminal/options.ts';
import type { Terminal } from '../terminal/run-command.ts';
import { typed } from '../terminal/script.ts';
import { readStage, readTarget, stageHelp, stageOptions } from './stage.ts';
import { liveFunctions } from './template.ts';
import { readAlias, readVersions } from './versions.ts';

const commandLine = {
  command: 'npm run night',
  help: `Prints the runtime of each function that clients wait for: of the version that they get, and of those before it. AWS changes runtimes without a deploy.

  ${typed('night', 'runtimes --stack NAME [--calls]')}

${stageHelp}

To go back to an older runtime, you must know its ARN: keep what this prints.`,
  options: stageOptions,
} as const;

/** How many versions before the live one are printed. */
const most = 5;

export async function runtimes(args: readonly string[], terminal: Terminal): Promise<void> {
  const given = readArguments(args, commandLine, terminal.out)?.values;
  if (given === undefined) return;
  const { clients, stack } = readTarget(given, terminal);
  const stage = await readStage(clients, stack);
  for (const fn of liveFunctions(stage.template)) {
    const { FunctionName, version } = await readAlias(clients.lambda, stage, fn);
    const versions = await readVersions(clients.lambda, FunctionName);
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
