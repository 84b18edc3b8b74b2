import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type Failure, failures } from './failure.ts';
import type { Plant } from './plant.ts';

const json = { 'content-type': 'application/json' };

export function plantAnswer(plant: Plant): APIGatewayProxyStructuredResultV2 {
  return { statusCode: 200, headers: json, body: JSON.stringify(plant, replacer) };
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
