import { exitCodeAfter, interruption } from './interruption.ts';
import { type InvokeOptions, invokeHelp, readInvokeOptions } from './invoke-options.ts';
import { createFleets } from './lambda/fleets.ts';
import type { Invocation } from './lambda/invocation.ts';
import { sentenceOf } from './sentence.ts';
import { connectTables } from './store/connect-tables.ts';
import { assemblyFrom } from './synthesis.ts';
import { readCloudAssembly } from './template/cloud-assembly.ts';
import type { ServiceModel } from './template/service-model.ts';
import { UsageError } from './usage-error.ts';

const interrupted = interruption();

try {
  const options = readInvokeOptions(process.argv.slice(2));
  if (!options) console.log(invokeHelp);
  else process.exitCode = print(await invoke(options));
} catch (error) {
  if (error === interrupted.reason) process.exit(exitCodeAfter(interrupted.reason));
  console.error(sentenceOf(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function invoke(options: InvokeOptions): Promise<Invocation> {
  const assembly = await assemblyFrom(options.assembly, interrupted);
  interrupted.addEventListener('abort', () => process.exit(exitCodeAfter(interrupted.reason)));
  try {
    const model = readCloudAssembly(assembly.folder);
    return await invokeOn(model, options);
  } finally {
    assembly.remove();
  }
}

async function invokeOn(
  { functions, ...model }: ServiceModel,
  { data, event, functionName, variables }: InvokeOptions,
): Promise<Invocation> {
  if (!functions.has(functionName)) {
    throw new UsageError(
      `The stack has no function ${functionName}; it has ${[...functions.keys()].join(', ')}.`,
    );
  }
  const tables = await connectTables(data, model);
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
