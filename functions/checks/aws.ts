import { AwsClient } from 'aws4fetch';
import { environment } from '../shared/environment.ts';

type Service = 'DYNAMODB' | 'LAMBDA' | 'CODEDEPLOY' | 'MONITORING';

/** Calls one service of AWS, signed. With AWS's SDK, each service would add 200 kB. */
export function signedPost(service: Service, patienceMilliseconds = 3_000) {
  const url = environment(`AWS_ENDPOINT_URL_${service}`);
  const client = new AwsClient({
    accessKeyId: environment('AWS_ACCESS_KEY_ID'),
    secretAccessKey: environment('AWS_SECRET_ACCESS_KEY'),
    sessionToken: environment('AWS_SESSION_TOKEN'),
    region: environment('AWS_REGION'),
    service: service.toLowerCase(),
    retries: 3,
  });
  return async (request: { path?: string; headers?: Record<string, string>; body: object }) => {
    const { path = '', headers = {}, body } = request;
    const answer = await client.fetch(`${url}/${path}`, {
      headers,
      body: JSON.stringify(body),
      // For all attempts together: a service that hangs must not take the time for the report.
      signal: AbortSignal.timeout(patienceMilliseconds),
    });
    if (!answer.ok) throw new Error(`${service}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
}

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
    const answer = await dynamodb({ headers, body: { TableName, ...request } });
    return (await answer.json()) as { readonly Item?: unknown };
  };
}
