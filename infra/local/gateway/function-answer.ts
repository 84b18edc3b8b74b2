import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isRecord } from '../template/cloudformation.ts';
import { type Answer, gatewayAnswer } from './answer.ts';

/** The gateway writes these itself; those of a function are not passed on. */
const framing = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding']);

/** Makes the client's answer from the JSON that a function returned. */
export function functionAnswer(payload: string): Answer {
  const result: unknown = JSON.parse(payload);
  if (!isRecord(result) || !('statusCode' in result)) {
    return { status: 200, headers: [['content-type', 'application/json']], body: payload };
  }
  return answerOf(result) ?? gatewayAnswer(500);
}

function answerOf(result: Record<string, unknown>): Answer | undefined {
  const { statusCode: status, headers = {}, cookies = [], body = '', isBase64Encoded } = result;
  const text = body ?? '';
  if (!isStatus(status) || typeof text !== 'string') return undefined;
  const pairs = headerPairs(headers ?? {}, cookies ?? []);
  if (!pairs) return undefined;
  if (!pairs.some(([name]) => name === 'content-type')) {
    pairs.push(['content-type', 'text/plain; charset=utf-8']);
  }
  return {
    status,
    headers: pairs,
    body: isBase64Encoded === true ? Buffer.from(text, 'base64') : text,
  };
}

function isStatus(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599;
}

function headerPairs(headers: unknown, cookies: unknown): [string, string][] | undefined {
  if (!isRecord(headers) || !Array.isArray(cookies)) return undefined;
  const pairs: [string, unknown][] = [
    ...Object.entries(headers).map(([name, value]): [string, unknown] => [
      name.toLowerCase(),
      value,
    ]),
    ...cookies.map((cookie): [string, unknown] => ['set-cookie', cookie]),
  ];
  return pairs.every(isHeader)
    ? pairs.filter(([name]) => !framing.has(name)).map(asText)
    : undefined;
}

function isHeader([name, value]: [string, unknown]): boolean {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return false;
  try {
    validateHeaderName(name);
    validateHeaderValue(name, String(value));
    return true;
  } catch {
    return false;
  }
}

function asText([name, value]: [string, unknown]): [string, string] {
  return [name, String(value)];
}
