import { checkGenerated } from '../../contract/validator.ts';
import { invokeFunction } from '../../local/local.ts';
import { storeDevelopmentTokens } from '../development-token.ts';
import { interruption } from '../terminal/interruption.ts';
import { printable } from '../terminal/printable.ts';
import { runCommand } from '../terminal/run-command.ts';
import { readInvokeOptions } from './options.ts';

await runCommand(async (args) => {
  const options = readInvokeOptions(args);
  if (options === undefined) return 0;
  const { logs, result } = await invokeFunction({
    ...options,
    fill: storeDevelopmentTokens,
    onLog: (line) => console.error(printable(line)),
    onSynthesis: () => {
      checkGenerated();
      console.error('Synthesizing the stack …');
    },
    signal: interruption(),
  });
  for (const line of logs) console.error(printable(line));
  const isReturned = result.kind === 'returned';
  const shown = isReturned ? JSON.parse(result.payload) : result.fault;
  console.log(JSON.stringify(shown, undefined, 2));
  return isReturned ? 0 : 1;
});
