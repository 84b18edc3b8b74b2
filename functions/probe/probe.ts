import timers from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type CloudWatchClient, PutMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { failedRunsMetric, probed, routes, tables } from '../service.ts';
import { addedAttributes } from '../shared/added-attributes.ts';
import type { DocumentClient } from '../shared/document-client.ts';
import { loggable, reasonOf } from '../shared/loggable.ts';
import { probeIdentity } from '../shared/probe-identity.ts';
import { probeItem } from '../shared/probe-item.ts';
import { callLimit } from './call-limit.ts';
import { createProbeToken, withTemporaryToken } from './temporary-token.ts';

export interface ProbeEvent {
  /** Where the clients reach the API. */
  readonly url: string;
  /** Of the metric that counts failed runs. Only the schedule sets it: other runs are not counted. */
  readonly namespace?: string;
}

/** The tables of the service, by their names. */
export interface ProbeStore {
  readonly dynamodb: DocumentClient;
  readonly items: string;
  readonly tokens: string;
}

interface Answer {
  /** Zero without an answer. */
  readonly status: number;
  readonly type: string | null;
  /** If it is JSON, what it means. */
  readonly body: unknown;
}

/**
 * What a wrong answer says of our code:
 * - `throttled`: nothing. A throttle refused the request, as it refuses those of clients.
 * - `passing`: it may be right, and a later try can succeed.
 * - `race`: it is wrong, or another run of the probe came in between. A later try shows which.
 * - `certain`: it is wrong, and no later try can change that.
 */
type Severity = 'throttled' | 'passing' | 'race' | 'certain';

/**
 * What the last try writes into the metric: 1 for a failed run, and 2 for a fault of our code, which rolls a release back
 * by itself. A `race` is one, too, because two runs do not meet in each try. `throttled` is no failure.
 */
const metricValues = { passing: 1, race: 2, certain: 2 } as const;

class WrongAnswer extends Error {
  readonly severity: Severity;

  constructor(check: string, right: unknown, got: unknown, severity: Severity) {
    const message = `${check}: expected ${JSON.stringify(right)}, got ${JSON.stringify(got)}`;
    // An answer can be a whole page.
    super(message.slice(0, 1_000));
    this.severity = severity;
  }
}

// Stryker disable next-line all: there is only one route here.
const path = routes.find(({ functionName }) => functionName === probed.functionName)?.path;
const type = 'application/json';
const allowed: Answer = { status: 200, type, body: probeItem.fields };
/** The error for another item under a stored key. */
const idTaken = 1004;
const refused: Answer = { status: 403, type, body: { message: 'Forbidden' } };
/** How long a client waits for an answer. */
const patienceMilliseconds = 4_000;
/** Two tries can both fail by chance. A fault of some seconds ends before the last one. */
export const tries = 3;
/** The shortest pause. It is up to three times as long, at random, so that two runs at once do not meet again. */
const pauseMilliseconds = 2_000;

/**
 * Does what a client does, and throws if the service is wrong. One request in a thousand can fail, so it tries again,
 * unless the answer can only come from our code. Each token is new, because the gateway caches its decisions.
 * Its item is removed first, because one that is there already would not show that it is written.
 */
export function probeRun({ dynamodb, items, tokens }: ProbeStore) {
  const answerTo = async (url: string, token: string, sent: string): Promise<Answer> => {
    try {
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'user-agent': probeIdentity.userAgent,
        },
        body: sent,
        redirect: 'manual',
        signal: AbortSignal.timeout(patienceMilliseconds),
      });
      // For the log: an answer can repeat the headers of its request.
      const text = (await answer.text()).replaceAll(token, '(the token)');
      return {
        status: answer.status,
        type: answer.headers.get('content-type'),
        body: readBody(text),
      };
    } catch (error) {
      return { status: 0, type: null, body: `no answer: ${reasonOf(error as Error)}` };
    }
  };
  const run = async ({ url }: ProbeEvent) => {
    await withTemporaryToken(dynamodb, tokens, async (token) => {
      await dynamodb.send(new DeleteCommand({ TableName: items, ...removal }), callLimit());
      const first = await answerTo(url, token, probeItem.sent);
      // Another run can have stored the other item just now.
      const ofFirst = severityOf(first, { canBeRace: errorIn(first) === idTaken });
      expectSame('A valid token, the first time', first, allowed, ofFirst);
      const second = await answerTo(url, token, probeItem.sent);
      expectSame('A valid token, the second time', second, allowed, severityOf(second));
      const other = await answerTo(url, token, probeItem.other);
      // Another run can have removed the item just now.
      const ofOther = severityOf(other, { canBeRace: other.status === 200 });
      // The message is for people, and may change.
      const { message } = Object(other.body);
      const taken: Answer = { status: 400, type, body: { error: idTaken, message } };
      expectSame('Another item under its key', other, taken, ofOther);
      const get = new GetCommand({ TableName: items, Key: probeItem.Key, ConsistentRead: true });
      const { Item } = await dynamodb.send(get, callLimit());
      // Not the whole item: while a release moves, only one of two versions can have more attributes.
      for (const [name, value] of Object.entries(probeItem.fields)) {
        expectSame(`The stored ${name}`, Item?.[name], value, 'passing');
      }
    });
    const unknown = await answerTo(url, createProbeToken().text, probeItem.sent);
    expectSame('An unknown token', unknown, refused, severityOf(unknown));
    return { allowed, refused };
  };
  return async (event: ProbeEvent) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await run(event);
      } catch (cause) {
        if (severityIn(cause) === 'certain' || attempt === tries) throw cause;
        console.warn({ cause: loggable(cause) });
        await timers.setTimeout(pauseMilliseconds * (1 + 2 * Math.random()));
      }
    }
  };
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The error code in an answer of our code. */
function errorIn({ body }: Answer): unknown {
  return Object(body).error;
}

/**
 * The gateway answers exactly so for our authorizer, and only our code answers in the form of the contract. Everything else
 * can be of somebody in between: a firewall or a proxy answers a page, also with 200 or 403.
 */
function severityOf(answer: Answer, { canBeRace = false } = {}): Severity {
  if (answer.status === 429) return 'throttled';
  if (!isDeepStrictEqual(answer, refused) && !isOfOurCode(answer)) return 'passing';
  return canBeRace ? 'race' : 'certain';
}

function isOfOurCode(answer: Answer): boolean {
  if (answer.type !== type) return false;
  return answer.status === 200
    ? isObject(answer.body)
    : answer.status === 400 && finalErrors.includes(errorIn(answer));
}

function isObject(value: unknown): boolean {
  return Object(value) === value;
}

const finalErrors: readonly unknown[] = [1001, 1002, 1003, 1004, 1005];

function severityIn(cause: unknown): Severity {
  return cause instanceof WrongAnswer ? cause.severity : 'passing';
}

function expectSame(check: string, got: unknown, right: unknown, severity: Severity): void {
  if (!isDeepStrictEqual(got, right)) throw new WrongAnswer(check, right, got, severity);
}

/**
 * Deletes only an item that the probe has stored, whatever its fields: a client can have stored one before the stage had
 * a probe. It succeeds without an item, because a call is repeated if its answer is lost.
 */
const removal = {
  Key: probeItem.Key,
  ConditionExpression: 'attribute_not_exists(#key) OR #client = :probe',
  ExpressionAttributeNames: { '#key': tables[probed.table].key, '#client': addedAttributes.client },
  ExpressionAttributeValues: { ':probe': probeIdentity.client },
};

/**
 * Writes each run of the schedule that fails into a metric, but not one that was throttled. CloudWatch has this metric at
 * once. AWS's metrics, and those from logs, come minutes later. An instance also writes a zero after its first right run,
 * because a new metric needs longer to be seen. A value in each minute would cost 0.43 dollars a month.
 */
export function withReports<Answers>(
  run: (event: ProbeEvent) => Promise<Answers>,
  cloudWatch: CloudWatchClient,
) {
  const write = (Namespace: string, Value: number) => {
    const MetricData = [{ MetricName: failedRunsMetric, Value }];
    return cloudWatch.send(new PutMetricDataCommand({ Namespace, MetricData }), callLimit());
  };
  const logError = (cause: unknown) => console.error({ cause: loggable(cause) });
  let isNew = true;
  const reportFailure = async (namespace: string, error: unknown): Promise<undefined> => {
    const severity = severityIn(error);
    if (severity === 'throttled') {
      console.warn({ cause: loggable(error) });
      return;
    }
    await write(namespace, metricValues[severity]).catch(logError);
    throw error;
  };
  const reportSuccess = async (namespace: string) => {
    if (!isNew) return;
    // The service is right, so a refused write does not fail the run. The next run tries again.
    await write(namespace, 0).then(() => {
      isNew = false;
    }, logError);
  };
  return async (event: ProbeEvent): Promise<Answers | undefined> => {
    const { namespace } = event;
    // By hand: whoever calls the probe sees each failure.
    if (namespace === undefined) return run(event);
    const answers = await run(event).catch((error) => reportFailure(namespace, error));
    if (answers !== undefined) await reportSuccess(namespace);
    return answers;
  };
}
