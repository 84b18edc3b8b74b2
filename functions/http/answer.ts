import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type Failure, failures } from './failure.ts';

const json = { 'content-type': 'application/json' };

/** An answer with this value as JSON, and each digit of its integers. */
export function jsonAnswer(statusCode: number, value: unknown): APIGatewayProxyStructuredResultV2 {
  return { statusCode, headers: json, body: JSON.stringify(value, replacer) };
}

/** JSON.stringify itself knows no bigint. */
function replacer(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value;
}

export function failureAnswer({ kind, message }: Failure): APIGatewayProxyStructuredResultV2 {
  const { error, retryAfter, status } = failures[kind];
  return {
    statusCode: status,
    headers: retryAfter === undefined ? json : { ...json, 'retry-after': retryAfter },
    body: JSON.stringify({ error, message }),
  };
}
