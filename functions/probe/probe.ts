import timers from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { failedRunsMetric, routes, tables } from '../service.ts';
import { loggable, reasonOf } from '../shared/loggable.ts';
import { probePlant, reserved } from '../shared/reserved.ts';
import { maxLogged, signedPost, type TableCall } from './aws.ts';
import { newToken, withTemporaryToken } from './temporary-token.ts';

export interface ProbeEvent {
  /** Where the clients reach the API. */
  readonly url: string;
  /** Of the metric that counts failed runs. Only the schedule sets it: other runs are not counted. */
  readonly namespace?: string;
}

/** A wrong answer of our code, or of two runs at the same time: a fault if the last try gets one, too. */
class CodeFault extends Error {}
/** A wrong answer that only our code can give; retrying cannot change it. */
class CertainFault extends CodeFault {}

const [{ path }] = routes;
const { key } = tables.Plants;
const { Key, fields } = probePlant;
/** The prefix of the right refusal; its message may change. */
const taken = '400 application/json {"error":1004,';
const refused = '403 application/json {"message":"Forbidden"}';
/** Two tries can both fail by chance. A fault of some seconds ends before the last one. */
export const tries = 3;
/** The shortest pause. It is up to three times as long, at random, so that two runs at once do not meet again. */
const pauseMilliseconds = 2_000;

/**
 * Does what a client does, and throws if the service is wrong. One request in a thousand can fail, so it tries again,
 * unless the answer can only come from our code. Each token is new, because the gateway caches its decisions.
 * The plant is removed first, because a plant that is there already would not show that it is written.
 */
export function probe(plants: TableCall, tokens: TableCall, patienceMilliseconds = 4_000) {
  /** Status, content type and body of the answer. */
  const answerTo = async (url: string, token: string, body: string = probePlant.sent) => {
    try {
      const answer = await fetch(url + path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'user-agent': reserved.userAgent,
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(patienceMilliseconds),
      });
      const text = `${answer.status} ${answer.headers.get('content-type')} ${await answer.text()}`;
      // For the log: an answer can repeat the headers of its request.
      return text.replaceAll(token, '(the token)');
    } catch (error) {
      return `no answer: ${reasonOf(error as Error)}`;
    }
  };
  const run = async ({ url }: ProbeEvent) => {
    await withTemporaryToken(tokens, async (token) => {
      await plants('DeleteItem', removal);
      for (const time of ['first', 'second']) {
        const answer = await answerTo(url, token);
        // Another run has just stored the other plant.
        const fault = time === 'first' && answer.startsWith(taken) ? CodeFault : undefined;
        expectSame(`A valid token, the ${time} time`, answer, probePlant.answer, fault);
      }
      const other = await answerTo(url, token, probePlant.other);
      const conflict = other.startsWith(taken) ? taken : other;
      // Another run has just removed the plant.
      const fault = other.startsWith('200 ') ? CodeFault : undefined;
      expectSame('Another plant under its id', conflict, taken, fault);
      const { Item } = await plants('GetItem', { Key, ConsistentRead: true });
      // Not the whole item: while a release moves, only one of two versions can have more attributes.
      for (const [name, value] of Object.entries(fields)) {
        expectSame(`The stored ${name}`, Item?.[name], value);
      }
    });
    const answer = await answerTo(url, newToken().text);
    // The gateway's own JSON: a space in it is no fault.
    const fault = answer.startsWith('200 ') ? CertainFault : Error;
    expectSame('An unknown token', answer.replace(': ', ':'), refused, fault);
    return { allowed: probePlant.answer, refused };
  };
  return async (event: ProbeEvent) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await run(event);
      } catch (cause) {
        if (cause instanceof CertainFault || attempt === tries) throw cause;
        console.warn({ cause: loggable(cause) });
        await timers.setTimeout(pauseMilliseconds * (1 + 2 * Math.random()));
      }
    }
  };
}

/** Wrong answers that only our code can give: 200, 403, 1001 to 1005. */
const ofOurCode = /^(200 |403 |400 [^{]+\{"error":100[1-5],)/;

function expectSame(check: string, got: unknown, right: unknown, fault?: typeof CodeFault): void {
  if (isDeepStrictEqual(got, right)) return;
  const message = `${check}: expected ${JSON.stringify(right)}, got ${JSON.stringify(got)}`;
  const usual = ofOurCode.test(String(got)) ? CertainFault : Error;
  throw new (fault ?? usual)(message.slice(0, maxLogged));
}

/**
 * Deletes only a plant that the probe has stored, whatever its fields: a client can have stored one before the stage had
 * a probe. It succeeds without a plant, because a call is repeated if its answer is lost.
 */
const removal = {
  Key,
  ConditionExpression: 'attribute_not_exists(#key) OR createdBy = :probe',
  ExpressionAttributeNames: { '#key': key },
  ExpressionAttributeValues: { ':probe': { S: reserved.client } },
};

/**
 * Writes each run that fails into a metric of its own. CloudWatch has it at once:
 * AWS's metrics, and those from logs, come minutes later. An instance also writes a zero after its first run, because a new
 * metric needs longer to be seen. A value in each minute would cost 0.43 dollars a month.
 */
export function reportRuns<Answers>(run: (event: ProbeEvent) => Promise<Answers>) {
  const monitoring = signedPost('MONITORING');
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricData.html
  const write = (Namespace: string, Value: number) => {
    const MetricData = [{ MetricName: failedRunsMetric, Value }];
    return monitoring('GraniteServiceVersion20100801.PutMetricData', { Namespace, MetricData });
  };
  const logError = (cause: unknown) => console.error({ cause: loggable(cause) });
  let isNew = true;
  return async (event: ProbeEvent): Promise<Answers> => {
    const { namespace } = event;
    const answers = await run(event).catch(async (error) => {
      if (namespace) await write(namespace, error instanceof CodeFault ? 2 : 1).catch(logError);
      throw error;
    });
    if (namespace && isNew) {
      // The service is right, so the run does not fail. The next one tries again.
      const written = write(namespace, 0);
      await written.then(() => {
        isNew = false;
      }, logError);
    }
    return answers;
  };
}
