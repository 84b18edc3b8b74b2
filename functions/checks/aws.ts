import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { environment } from '../shared/environment.ts';
import { reasonOf } from '../shared/loggable.ts';

type Service = 'DYNAMODB' | 'LAMBDA' | 'CODEDEPLOY' | 'MONITORING';

interface AwsRequest {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

/** Calls one service of AWS, signed. With AWS's SDK, each service would add 200 kB. */
export function signedPost(service: Service, patienceMilliseconds = 3_000) {
  const url = environment(`AWS_ENDPOINT_URL_${service}`);
  const client = new AwsClient({
    accessKeyId: environment('AWS_ACCESS_KEY_ID'),
    secretAccessKey: environment('AWS_SECRET_ACCESS_KEY'),
    sessionToken: environment('AWS_SESSION_TOKEN'),
    region: environment('AWS_REGION'),
    service: service.toLowerCase(),
  });
  const send = async ({ path = '', headers = {}, body }: AwsRequest, signal: AbortSignal) => {
    const request = await client.sign(`${url}/${path}`, { headers, body: JSON.stringify(body) });
    // For fetch itself: after a garbage collection, Node can lose the signal of a Request.
    // https://github.com/nodejs/node/issues/55428
    const answer = await fetch(request, { signal });
    return { answer, text: await answer.text(), cause: undefined };
  };
  return async (request: AwsRequest) => {
    // For all attempts together: a service that hangs must not take the time for the report.
    const signal = AbortSignal.timeout(patienceMilliseconds);
    for (let attempt = 1; ; attempt += 1) {
      const { answer, text, cause } = await send(request, signal).catch(noAnswer);
      if (answer?.ok) return { text, headers: answer.headers };
      const failure = new Error(`${service}: ${answer?.status ?? 'no answer:'} ${text}`, { cause });
      if (attempt === attempts || !isTemporary(answer?.status, text)) throw failure;
      // Ends at the time limit also: after it, nothing is sent.
      // Stryker disable next-line ArithmeticOperator: another pause gives the same answer.
      await sleep(Math.random() * 25 * 2 ** attempt, undefined, { signal }).catch(() => {
        throw failure;
      });
    }
  };
}

const attempts = 4;

function noAnswer(error: Error) {
  return { answer: undefined, text: reasonOf(error), cause: error.cause ?? error };
}

/** Without a status there was no answer. Some services throttle with 400: only the type of the error says it. */
function isTemporary(status: number | undefined, text: string): boolean {
  return status === undefined || status === 429 || status >= 500 || throttle.test(text);
}

const throttle = /"__type"\s*:\s*"[^"]*(Throttl|LimitExceeded|ThroughputExceeded|TooManyRequests)/;

/** For an operation of a service that uses AWS's JSON protocol: https://smithy.io/2.0/aws/protocols/aws-json-1_0-protocol.html */
export function jsonHeaders(target: string, version: '1.0' | '1.1' = '1.0') {
  return { 'content-type': `application/x-amz-json-${version}`, 'x-amz-target': target };
}

export type TableCall = ReturnType<typeof tableCall>;

/** Calls DynamoDB for the items of one table: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/ */
export function tableCall(TableName: string) {
  const dynamodb = signedPost('DYNAMODB');
  return async (operation: 'PutItem' | 'GetItem' | 'DeleteItem', request: object) => {
    const headers = jsonHeaders(`DynamoDB_20120810.${operation}`);
    const { text } = await dynamodb({ headers, body: { TableName, ...request } });
    return JSON.parse(text) as { readonly Item?: unknown };
  };
}
