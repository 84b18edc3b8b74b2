import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** What a client gets. */
export interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

/**
 * What an HTTP API makes of what a function returns, in payload format 2.0. Throws if it would answer 500:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function answerOf(returned: unknown): Answer {
  if (!Object.hasOwn(Object(returned), 'statusCode')) {
    // AWS does not say whether a text keeps its quotes. In its example, it has none.
    return jsonAnswer(200, typeof returned === 'string' ? returned : JSON.stringify(returned));
  }
  const answer = returned as APIGatewayProxyStructuredResultV2;
  const body = Buffer.from(answer.body ?? '', answer.isBase64Encoded ? 'base64' : 'utf8');
  const headers: Record<string, string | string[]> = {};
  if (body.length > 0) headers['content-type'] = 'text/plain; charset=utf-8';
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    headers[name.toLowerCase()] = `${value}`;
  }
  if (answer.cookies) headers['set-cookie'] = answer.cookies;
  if (!/^[2-5]\d\d$/.test(`${answer.statusCode}`)) throw new Error('The statusCode is no status.');
  return { statusCode: Number(answer.statusCode), headers, body };
}

export function jsonAnswer(statusCode: number, json: string): Answer {
  return { statusCode, headers: { 'content-type': 'application/json' }, body: Buffer.from(json) };
}
