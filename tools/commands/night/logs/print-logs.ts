import {
  type CloudWatchLogsClient,
  GetQueryResultsCommand,
  paginateDescribeLogGroups,
  ResourceNotFoundException,
  StartQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { Problem } from '../../../../infra/project/problem.ts';
import { until } from '../../../shared/stage/until.ts';
import { redacted } from '../../../shared/terminal/printable.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { UsageError } from '../../../shared/usage-error.ts';

export const hoursOption = { hours: { type: 'string' } } as const;

export const hoursHelp = '  --hours N        asks for the last N hours (default 1)';

/** How many lines an answer has at most, if the query names no other limit. */
const usualLimit = 10_000;

interface Question {
  readonly groups: readonly string[];
  readonly query: string;
  readonly hours: number;
}

export function readHours(text = '1'): number {
  const hours = Number(text);
  if (/^\d{1,5}$/.test(text) && hours > 0) return hours;
  throw new UsageError(`--hours ${text} is no number of hours: write 1 or more.`);
}

/** Prints the answer, one row in a line, and says if it can be incomplete. */
export async function printLogs(
  client: CloudWatchLogsClient,
  question: Question,
  terminal: Terminal,
): Promise<void> {
  const { query, hours } = question;
  const rows = await askRows(client, question, terminal);
  for (const row of rows) terminal.out(row);
  const limit = Number(/\blimit\s+(\d+)/.exec(query)?.[1] ?? usualLimit);
  if (rows.length >= limit) {
    terminal.note(
      `The answer ends at its limit of ${limit} lines, so there can be more. Ask for fewer hours, or for less.`,
    );
  }
  if (rows.length === 0) {
    terminal.note(
      `There is no such line in the last ${hours} hours. Lines can be minutes late: ask again later.`,
    );
  }
}

async function askRows(client: CloudWatchLogsClient, question: Question, terminal: Terminal) {
  const queryId = await start(client, question, terminal);
  let rows: string[] = [];
  await until(
    'the query has ended',
    async () => {
      const { results = [], status } = await client.send(new GetQueryResultsCommand({ queryId }));
      if (status === 'Scheduled' || status === 'Running') return false;
      if (status !== 'Complete') {
        throw new Problem(`The query has no answer (${status}). Ask for fewer hours.`);
      }
      rows = results.map((fields) =>
        fields
          .filter(({ field }) => field !== '@ptr')
          .map(({ field, value }) => redacted(`${field}=${value}`))
          .join('  '),
      );
      return true;
    },
    { everySeconds: 1, atMostSeconds: 900 },
  );
  return rows;
}

/** Starts the query. Without one of its log groups, AWS refuses it: then it is started without this group. */
async function start(
  client: CloudWatchLogsClient,
  { groups, query: queryString, hours }: Question,
  { note }: Terminal,
): Promise<string | undefined> {
  const endTime = Math.floor(Date.now() / 1000);
  const ask = async (logGroupNames: string[]) => {
    const startTime = endTime - hours * 3600;
    const command = new StartQueryCommand({ logGroupNames, queryString, startTime, endTime });
    return (await client.send(command)).queryId;
  };
  try {
    return await ask([...groups]);
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    const existing = await askExisting(client, groups);
    const missing = groups.filter((group) => !existing.includes(group));
    if (missing.length === 0) throw error;
    const sentence = `The log group ${missing.join(' and ')} is missing: somebody deleted it. A repair makes it again, without its old lines.`;
    if (existing.length === 0) throw new Problem(sentence, { cause: error });
    note(sentence);
    return ask(existing);
  }
}

async function askExisting(
  client: CloudWatchLogsClient,
  groups: readonly string[],
): Promise<string[]> {
  const existing: string[] = [];
  for (const logGroupNamePrefix of groups) {
    for await (const { logGroups = [] } of paginateDescribeLogGroups(
      { client },
      { logGroupNamePrefix },
    )) {
      const names = logGroups.map(({ logGroupName }) => `${logGroupName}`);
      existing.push(...names.filter((name) => name === logGroupNamePrefix));
    }
  }
  return existing;
}
