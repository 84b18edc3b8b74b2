import { expect, it } from 'vitest';
import { eventFiles, readEvent } from './event-files.ts';

// As in real events: https://github.com/aws-powertools/powertools-lambda-typescript/tree/main/packages/parser/tests/events/apigw-http
const commonKeys = 'headers rawPath rawQueryString requestContext routeKey version'.split(' ');
const contextKeys =
  'accountId apiId domainName domainPrefix http requestId routeKey stage time timeEpoch'.split(' ');

function keys(value: object): string[] {
  return Object.keys(value).toSorted();
}

function expectWhole({ headers, requestContext, ...event }: ReturnType<typeof readEvent>): void {
  expect(event).toMatchObject({ version: '2.0', routeKey: 'POST /plants', rawPath: '/plants' });
  expect(headers.host).toBe(requestContext.domainName);
  expect(headers['x-amzn-trace-id']).toMatch(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/);
  expect(requestContext.requestId).toMatch(/^[\w-]{15}=$/);
  expect(requestContext.http).toEqual({
    method: 'POST',
    path: '/plants',
    protocol: 'HTTP/1.1',
    sourceIp: headers['x-forwarded-for'],
    userAgent: headers['user-agent'],
  });
  const seconds = Math.floor(requestContext.timeEpoch / 1000);
  expect(Date.parse(requestContext.time.replace(':', ' '))).toBe(seconds * 1000);
}

it.each(eventFiles('create-plant'))('%s is as the gateway sends it', (path) => {
  const { body = '', ...event } = readEvent(path);
  expectWhole(event);
  expect(keys(event)).toEqual([...commonKeys, 'isBase64Encoded'].toSorted());
  expect(keys(event.requestContext)).toEqual([...contextKeys, 'authorizer'].toSorted());
  const bytes = Buffer.from(body, event.isBase64Encoded ? 'base64' : 'utf8');
  expect(event.headers['content-length']).toBe(String(bytes.length));
  const { lastFour } = event.requestContext.authorizer.lambda;
  expect(event.headers.authorization.endsWith(lastFour)).toBe(true);
});

it.each(eventFiles('authorize'))('%s is as the gateway sends it', (path) => {
  const event = readEvent(path);
  expectWhole(event);
  expect(keys(event)).toEqual([...commonKeys, 'identitySource', 'routeArn', 'type'].toSorted());
  expect(keys(event.requestContext)).toEqual(contextKeys);
  expect(event.identitySource).toEqual([event.headers.authorization]);
  expect(event.routeArn).toMatch(/:execute-api:eu-central-1:\d{12}:a1b2c3d4e5\/\$default\/POST/);
});

it('all events have different request ids', () => {
  const paths = ['create-plant', 'authorize'].flatMap(eventFiles);
  const ids = paths.map((path) => readEvent(path).requestContext.requestId);
  expect(new Set(ids).size).toBe(paths.length);
});
