import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { readArguments } from '../terminal/options.ts';
import type { Terminal } from '../terminal/run-command.ts';
import { typed } from '../terminal/script.ts';
import { readStage, readTarget, stageHelp, stageOptions } from './stage.ts';
import { liveFunctions } from './template.ts';
import { readAlias } from './versions.ts';

const commandLine = {
  command: 'npm run night',
  help: `Prints the version and the runtime of each function that clients wait for. AWS changes runtimes without a deploy.

  ${typed('night', 'runtimes --stack NAME [--calls]')}

${stageHelp}

To go back to an older runtime, you must know its ARN: keep what this prints.`,
  options: stageOptions,
} as const;

export async function runtimes(args: readonly string[], terminal: Terminal): Promise<void> {
  const given = readArguments(args, commandLine, terminal.out)?.values;
  if (given === undefined) return;
  const { clients, stack } = readTarget(given, terminal);
  const stage = await readStage(clients, stack);
  for (const fn of liveFunctions(stage.template)) {
    const { FunctionName, version } = await readAlias(clients.lambda, stage, fn);
    const command = new GetFunctionConfigurationCommand({ FunctionName, Qualifier: version });
    const { RuntimeVersionConfig } = await clients.lambda.send(command);
    const runtime = RuntimeVersionConfig?.RuntimeVersionArn ?? 'unknown';
    terminal.out([FunctionName, version, runtime].join('  '));
  }
}
