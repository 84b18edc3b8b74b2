import { setTimeout as wait } from 'node:timers/promises';
import { GetQueryResultsCommand, StartQueryCommand } from '@aws-sdk/client-cloudwatch-logs';
import type { Asking } from '../asking.ts';
import { type Expected, propertyAt } from '../expected.ts';
import { hour } from '../spans.ts';

export type Row = Readonly<Partial<Record<string, string>>>;

interface LogQuery {
  readonly groups: readonly string[];
  readonly text: string;
  readonly now: Date;
  /** How far back it looks. */
  readonly hours?: number;
}

/** The log group of a function, as the template names it. */
export function logGroupOf({ properties }: Expected): string {
  return String(propertyAt(properties, 'LoggingConfig.LogGroup'));
}

/** What CloudWatch Logs Insights finds, in the last hour unless another time is given. Its newest minutes can be missing. */
export function askLogs({ ask }: Asking, { groups, text, now, hours = 1 }: LogQuery) {
  return ask('logs:StartQuery', { groups, text }, async ({ logs }, signal): Promise<Row[]> => {
    const seconds = Math.floor(now.getTime() / 1000);
    const { queryId } = await logs.send(
      new StartQueryCommand({
        logGroupNames: [...groups],
        queryString: text,
        startTime: seconds - (hours * hour) / 1000,
        endTime: seconds,
      }),
      signal,
    );
    for (;;) {
      const answer = await logs.send(new GetQueryResultsCommand({ queryId }), signal);
      if (answer.status === 'Complete') {
        return (answer.results ?? []).map((fields) =>
          Object.fromEntries(fields.map(({ field, value }) => [field, value])),
        );
      }
      if (answer.status !== 'Running' && answer.status !== 'Scheduled')
        throw new QueryEnded(answer.status);
      await wait(500, undefined, { signal: signal.abortSignal });
    }
  });
}

class QueryEnded extends Error {
  constructor(status: string | undefined) {
    super(`The query ended as ${status}`);
    this.name = `query ${status}`;
  }
}
