import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { environment } from '../shared/environment.ts';
import { reasonOf } from '../shared/loggable.ts';

/**
 * Calls operations of one service of AWS, signed, by AWS's JSON protocol. With AWS's SDK, each service would add 200 kB.
 * https://smithy.io/2.0/aws/protocols/aws-json-1_0-protocol.html
 */
export function signedPost(service: 'DYNAMODB' | 'MONITORING', patienceMilliseconds = 3_000) {
  const url = environment(`AWS_ENDPOINT_URL_${service}`);
  const client = new AwsClient({
    accessKeyId: environment('AWS_ACCESS_KEY_ID'),
    secretAccessKey: environment('AWS_SECRET_ACCESS_KEY'),
    sessionToken: environment('AWS_SESSION_TOKEN'),
    region: environment('AWS_REGION'),
    service: service.toLowerCase(),
  });
  const send = async (operation: string, body: object, signal: AbortSignal) => {
    const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': operation };
    const request = await client.sign(`${url}/`, { headers, body: JSON.stringify(body) });
    // For fetch itself: after a garbage collection, Node can lose the signal of a Request.
    // https://github.com/nodejs/node/issues/55428
    const answer = await fetch(request, { signal });
    return { answer, text: await answer.text(), cause: undefined };
  };
  return async (operation: string, body: object): Promise<string> => {
    // For all attempts together: a service that hangs must not take the time for the report.
    const signal = AbortSignal.timeout(patienceMilliseconds);
    for (let attempt = 1; ; attempt += 1) {
      const { answer, text, cause } = await send(operation, body, signal).catch(noAnswer);
      if (answer?.ok) return text;
      const message = `${service}: ${answer?.status ?? 'no answer:'} ${text}`;
      const failure = new Error(message.slice(0, maxLogged), { cause });
      if (attempt === attempts || !isTemporary(answer?.status, text)) throw failure;
      // The pause also ends at the time limit: nothing is sent after it.
      // Stryker disable next-line ArithmeticOperator: another pause gives the same answer.
      await sleep(Math.random() * 25 * 2 ** attempt, undefined, { signal }).catch(() => {
        throw failure;
      });
    }
  };
}

export const attempts = 4;
/** The most characters of a message: an answer can be a whole page. */
export const maxLogged = 1_000;

function noAnswer(error: Error) {
  return { answer: undefined, text: reasonOf(error), cause: error.cause ?? error };
}

/** Without a status there was no answer. Some services throttle with 400: only the type of the error says it. */
function isTemporary(status: number | undefined, text: string): boolean {
  return status === undefined || status === 429 || status >= 500 || throttle.test(text);
}

const throttle = /"__type"\s*:\s*"[^"]*(Throttl|LimitExceeded|ThroughputExceeded|TooManyRequests)/;

export type TableCall = ReturnType<typeof tableCall>;

/** Calls DynamoDB for the items of one table: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/ */
export function tableCall(TableName: string) {
  const dynamodb = signedPost('DYNAMODB');
  return async (operation: 'PutItem' | 'GetItem' | 'DeleteItem', request: object) => {
    const text = await dynamodb(`DynamoDB_20120810.${operation}`, { TableName, ...request });
    return JSON.parse(text) as { readonly Item?: Readonly<Record<string, unknown>> };
  };
}
