import {
  DescribeQueryDefinitionsCommand,
  type QueryDefinition,
} from '@aws-sdk/client-cloudwatch-logs';
import { UsageError } from '../../usage-error.ts';
import { readArguments } from '../terminal/options.ts';
import type { Terminal } from '../terminal/run-command.ts';
import { typed } from '../terminal/script.ts';
import { askLogs, hoursHelp, hoursOption, readHours } from './ask-logs.ts';
import type { Clients } from './clients.ts';
import { readStage, readTarget, stageHelp, stageOptions } from './stage.ts';

const commandLine = {
  command: 'npm run night',
  help: `Asks the logs a question that the stack has saved, and prints one row in a line.

  ${typed('night', 'query [QUERY] --stack NAME [--hours N] [--calls]')}

  QUERY            the name of the query; without it, the names are printed
${hoursHelp}
${stageHelp}`,
  options: { ...stageOptions, ...hoursOption },
  takesOperands: true,
} as const;

export async function query(args: readonly string[], terminal: Terminal): Promise<void> {
  const given = readArguments(args, commandLine, terminal.out);
  if (given === undefined) return;
  const [name, other] = given.positionals;
  if (other !== undefined) throw new UsageError(`Unexpected argument ${other}. Try --help.`);
  const hours = readHours(given.values.hours);
  const { clients, stack } = readTarget(given.values, terminal);
  await readStage(clients, stack);
  const saved = await readSaved(clients, stack);
  const names = [...saved.keys()].toSorted();
  if (name === undefined) {
    for (const one of names) terminal.out(one);
    return;
  }
  const { logGroupNames = [], queryString = '' } = saved.get(name) ?? {};
  if (queryString === '') {
    throw new UsageError(
      `The stack ${stack} has no query ${name}: use one of ${names.join(', ')}.`,
    );
  }
  await askLogs(clients.logs, { groups: logGroupNames, query: queryString, hours }, terminal);
}

/** The queries of the stack, by their names. Names are those of the whole account, so they begin with the stack. */
async function readSaved({ logs }: Clients, stack: string) {
  const prefix = `${stack}/`;
  const saved = new Map<string, QueryDefinition>();
  let nextToken: string | undefined;
  do {
    const command = new DescribeQueryDefinitionsCommand({
      queryDefinitionNamePrefix: prefix,
      nextToken,
    });
    const page = await logs.send(command);
    for (const one of page.queryDefinitions ?? [])
      saved.set(`${one.name}`.replace(prefix, ''), one);
    nextToken = page.nextToken;
  } while (nextToken !== undefined);
  return saved;
}
