import { checkGenerated } from '../../contract/generated.ts';
import { invokeFunction } from '../../local/local.ts';
import { storeDevelopmentTokens } from '../development-token.ts';
import { interruption } from '../terminal/interruption.ts';
import { printable } from '../terminal/printable.ts';
import { showProgress } from '../terminal/progress.ts';
import { runCommand } from '../terminal/run-command.ts';
import { type InvokeOptions, readInvokeOptions } from './options.ts';

await runCommand(async (args) => {
  const options = readInvokeOptions(args);
  return options === undefined ? 0 : print(await invoke(options));
});

function invoke({ variables, ...options }: InvokeOptions) {
  const signal = interruption();
  const { Parameters: forAll, [options.functionName]: own } = variables;
  return invokeFunction({
    ...options,
    variables: { ...forAll, ...own },
    fill: storeDevelopmentTokens,
    onLog: (line) => console.error(printable(line)),
    onSynthesis: () => {
      checkGenerated();
      return showProgress('Synthesizing the stack');
    },
    signal,
  });
}

/** Returns the exit code. */
function print({ logs, result }: Awaited<ReturnType<typeof invoke>>): number {
  for (const line of logs) console.error(printable(line));
  if (result.kind === 'returned') {
    console.log(JSON.stringify(JSON.parse(result.payload), undefined, 2));
    return 0;
  }
  console.log(JSON.stringify(result.fault, undefined, 2));
  return 1;
}
