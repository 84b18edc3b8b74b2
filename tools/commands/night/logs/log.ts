import { stageCommand } from '../stage-command.ts';
import { logGroupOf } from './log-groups.ts';
import { hoursHelp, hoursOption, printLogs, readHours } from './print-logs.ts';

const newest = 'fields @timestamp, @message | sort @timestamp desc | limit 20';

export const log = stageCommand({
  does: 'Asks the log of one function, or of all requests, and prints one row in a line.',
  usage: 'log FUNCTION | requests [--query TEXT] [--hours N]',
  explained: `  FUNCTION         the name of a function, for example the one of a route
  --query TEXT     a query of CloudWatch Logs Insights (by default, it prints the newest 20 lines)
${hoursHelp}`,
  options: { ...hoursOption, query: { type: 'string' } },
  operands: 1,
  changes: false,
  read: ({ query = newest, hours: given }, [name = '']) => {
    const hours = readHours(given);
    return async ({ clients, stage, terminal }) => {
      await printLogs(clients.logs, { groups: [logGroupOf(stage, name)], query, hours }, terminal);
    };
  },
});
