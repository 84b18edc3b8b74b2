import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** What a client gets. The names of headers are in lower case. */
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
    const text = typeof returned === 'string' ? returned : JSON.stringify(returned);
    return jsonAnswer(200, text);
  }
  const { statusCode, ...answer } = returned as APIGatewayProxyStructuredResultV2;
  const headers = answer.headers ?? {};
  const cookies = answer.cookies ?? [];
  const body = answer.body ?? '';
  const isStatus = Number.isInteger(statusCode) && /^[2-5]\d\d$/.test(`${statusCode}`);
  const values = [...Object.values(headers), body];
  if (!isStatus || !Array.isArray(cookies) || values.some((value) => typeof value === 'object')) {
    throw new Error(
      'The function returned a statusCode, a header, cookies or a body of a wrong type.',
    );
  }
  return {
    statusCode: Number(statusCode),
    headers: {
      ...(body !== '' && { 'content-type': 'text/plain; charset=utf-8' }),
      ...Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), `${value}`]),
      ),
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
    },
    body: Buffer.from(body, answer.isBase64Encoded ? 'base64' : 'utf8'),
  };
}

export function jsonAnswer(statusCode: number, json: string): Answer {
  return { statusCode, headers: { 'content-type': 'application/json' }, body: Buffer.from(json) };
}
