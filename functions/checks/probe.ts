import { loggable, reasonOf } from '../shared/loggable.ts';
import { path, reservedIds } from '../shared/own-plants.ts';
import { reserved } from '../shared/reserved.ts';
import { jsonHeaders, signedPost, type TableCall } from './aws.ts';
import { newToken, type WithToken } from './own-token.ts';
import { expectSame, ownPlant } from './right-answer.ts';

export interface ProbeEvent {
  /** Where the clients reach the API. */
  readonly url: string;
  /** Of the metric that counts failed runs. Only the schedule sets it: other runs are not counted. */
  readonly namespace?: string;
}

const tokenLifeSeconds = 60;

/**
 * Does what a client does, and throws if an answer is wrong twice: one request in a thousand can fail. Each token
 * is new, because the gateway remembers its decisions for five minutes. The plant is always the same, which changes
 * nothing.
 */
export function probe(withToken: WithToken, plants: TableCall, patienceMilliseconds = 8_000) {
  const plant = ownPlant(reservedIds.probe, plants);
  /** Status and body of the answer. */
  const answerTo = async (url: string, token: string): Promise<string> => {
    try {
      const answer = await fetch(url + path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'user-agent': reserved.userAgent,
        },
        body: plant.sent,
        signal: AbortSignal.timeout(patienceMilliseconds),
      });
      return `${answer.status} ${await answer.text()}`;
    } catch (error) {
      return `no answer: ${reasonOf(error as Error)}`;
    }
  };
  const sendBoth = async ({ url }: ProbeEvent) => {
    const allowed = await withToken(tokenLifeSeconds, async ({ text }) => {
      const answer = await answerTo(url, text);
      const isTaken = answer === plant.taken && plant.isOfClient(await plant.read());
      if (!isTaken) expectSame('A valid token', answer, plant.added);
      return answer;
    });
    const refused = '403 {"message":"Forbidden"}';
    expectSame('An unknown token', await answerTo(url, newToken().text), refused);
    return { allowed, refused };
  };
  return (event: ProbeEvent) =>
    sendBoth(event).catch((cause) => {
      console.warn({ cause: loggable(cause) });
      return sendBoth(event);
    });
}

/**
 * Counts each run that fails, in a metric of its own. CloudWatch has it at once: AWS's own metrics, and those from logs,
 * come minutes later. An instance also writes a zero after its first run, because a new metric needs longer to be seen.
 * A value in each minute would cost 0.43 dollars a month.
 */
export function countFailures<Answers>(run: (event: ProbeEvent) => Promise<Answers>) {
  const monitoring = signedPost('MONITORING');
  const headers = jsonHeaders('GraniteServiceVersion20100801.PutMetricData');
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricData.html
  const count = (Namespace: string, Value: 0 | 1) => {
    const MetricData = [{ MetricName: reserved.failedRuns, Value }];
    return monitoring({ headers, body: { Namespace, MetricData } });
  };
  const logError = (cause: unknown) => console.error({ cause: loggable(cause) });
  let isNew = true;
  return async (event: ProbeEvent): Promise<Answers> => {
    const { namespace } = event;
    const answers = await run(event).catch(async (error) => {
      // AWS counts the failed run also, later: see ProbeFailsAgain.
      if (namespace) await count(namespace, 1).catch(logError);
      throw error;
    });
    if (namespace && isNew) {
      await count(namespace, 0);
      isNew = false;
    }
    return answers;
  };
}
