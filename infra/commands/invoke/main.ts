import { connectTables } from '../../local/data-folder/connect-tables.ts';
import { createFleets } from '../../local/lambda/fleets.ts';
import type { Invocation } from '../../local/lambda/invocation.ts';
import { assemblyFrom } from '../../local/synthesis/synthesis.ts';
import { readCloudAssembly } from '../../local/template/cloud-assembly.ts';
import type { ServiceModel } from '../../local/template/service-model.ts';
import { UsageError } from '../../problem.ts';
import { withDevelopmentTokens } from '../development-token.ts';
import { interruption } from '../terminal/interruption.ts';
import { runCommand } from '../terminal/run-command.ts';
import { type InvokeOptions, readInvokeOptions } from './options.ts';

await runCommand(async (args) => {
  const options = readInvokeOptions(args);
  return options === undefined ? 0 : print(await invoke(options));
});

async function invoke(options: InvokeOptions): Promise<Invocation> {
  const interrupted = interruption();
  const assembly = await assemblyFrom(options.assembly, interrupted);
  interrupted.addEventListener('abort', () => process.exit(interrupted.reason.exitCode));
  try {
    const model = readCloudAssembly(assembly.folder);
    return await invokeOn(model, options);
  } finally {
    assembly.remove();
  }
}

async function invokeOn(
  model: ServiceModel,
  { data, event, functionName, variables }: InvokeOptions,
): Promise<Invocation> {
  const { functions } = model;
  if (!functions.has(functionName)) {
    throw new UsageError(
      `The stack has no function ${functionName}; it has ${[...functions.keys()].join(', ')}.`,
    );
  }
  const tables = await connectTables(data, withDevelopmentTokens(model));
  const { Parameters: forAll, [functionName]: own } = variables;
  const fleets = createFleets(functions, {
    dynamodbUrl: tables.url,
    mostInstances: 1,
    overrides: { [functionName]: { ...forAll, ...own } },
    onIdleLog: (line) => console.error(line),
  });
  try {
    return await fleets.invoke(functionName, event);
  } finally {
    await fleets.close();
    await tables.close();
  }
}

/** Gives the exit code. */
function print({ logs, result }: Invocation): number {
  for (const line of logs) console.error(line);
  if (result.kind === 'returned') {
    console.log(JSON.stringify(JSON.parse(result.payload), undefined, 2));
    return 0;
  }
  console.log(JSON.stringify(result.kind === 'failed' ? result.fault : result, undefined, 2));
  return 1;
}
