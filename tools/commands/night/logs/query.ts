import {
  DescribeQueryDefinitionsCommand,
  type QueryDefinition,
} from '@aws-sdk/client-cloudwatch-logs';
import { askAllPages } from '../../../shared/stage/ask-all-pages.ts';
import type { Clients } from '../../../shared/stage/clients.ts';
import { typed } from '../../../shared/terminal/script.ts';
import { UsageError } from '../../../shared/usage-error.ts';
import { type StageContext, stageCommand } from '../stage-command.ts';
import { hoursHelp, hoursOption, printLogs, readHours } from './print-logs.ts';

export const query = stageCommand({
  does: 'Asks the logs a question that the stack has saved, and prints one row in a line.',
  usage: 'query [QUERY] [--hours N]',
  explained: `  QUERY            the name of the query; without it, the names are printed
${hoursHelp}`,
  options: hoursOption,
  operands: 1,
  changes: false,
  read: ({ hours: given }, [name]) => {
    const hours = readHours(given);
    return (context) => askSaved(context, name, hours);
  },
});

async function askSaved(
  { clients, stage, terminal }: StageContext,
  name: string | undefined,
  hours: number,
): Promise<void> {
  const saved = await askSavedQueries(clients, stage.stackName);
  const names = [...saved.keys()].toSorted();
  if (name === undefined) {
    for (const one of names) terminal.out(one);
    return;
  }
  const { logGroupNames = [], queryString = '' } = saved.get(name) ?? {};
  if (queryString === '') {
    const log = typed('night', 'log --help');
    throw new UsageError(
      names.length === 0
        ? `The stack ${stage.stackName} has no query. Read its logs without one: ${log}`
        : `The stack ${stage.stackName} has no query ${name}: use one of ${names.join(', ')}.`,
    );
  }
  await printLogs(clients.logs, { groups: logGroupNames, query: queryString, hours }, terminal);
}

/** The queries of the stack, by their names. Names are those of the whole account, so they begin with the stack. */
async function askSavedQueries({ logs }: Clients, stack: string) {
  const prefix = `${stack}/`;
  const definitions = await askAllPages<QueryDefinition>(async (nextToken) => {
    const input = { queryDefinitionNamePrefix: prefix, nextToken };
    const page = await logs.send(new DescribeQueryDefinitionsCommand(input));
    return [page.queryDefinitions, page.nextToken];
  });
  return new Map(definitions.map((one) => [`${one.name}`.replace(prefix, ''), one]));
}
