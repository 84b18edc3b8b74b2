import { UsageError } from '../../usage-error.ts';
import { readArguments } from '../terminal/options.ts';
import type { Terminal } from '../terminal/run-command.ts';
import { typed } from '../terminal/script.ts';
import { askLogs, hoursHelp, hoursOption, readHours } from './ask-logs.ts';
import { logGroupOf } from './log-groups.ts';
import { readStage, readTarget, stageHelp, stageOptions } from './stage.ts';

const newest = 'fields @timestamp, @message | sort @timestamp desc | limit 20';

const commandLine = {
  command: 'npm run night',
  help: `Asks the log of one function, or of all requests, and prints one row in a line.

  ${typed('night', 'log FUNCTION | requests --stack NAME [--query TEXT] [--hours N] [--calls]')}

  FUNCTION         the name of a function, for example the one of a route
  --query TEXT     a query of CloudWatch Logs Insights (by default, it prints the newest 20 lines)
${hoursHelp}
${stageHelp}`,
  options: { ...stageOptions, ...hoursOption, query: { type: 'string' } },
  takesOperands: true,
} as const;

export async function log(args: readonly string[], terminal: Terminal): Promise<void> {
  const given = readArguments(args, commandLine, terminal.out);
  if (given === undefined) return;
  const [name = '', other] = given.positionals;
  if (other !== undefined) {
    throw new UsageError(`Unexpected argument ${other}. Put the query into quotes.`);
  }
  const { query = newest } = given.values;
  const hours = readHours(given.values.hours);
  const { clients, stack } = readTarget(given.values, terminal);
  const stage = await readStage(clients, stack);
  await askLogs(clients.logs, { groups: [logGroupOf(stage, name)], query, hours }, terminal);
}
