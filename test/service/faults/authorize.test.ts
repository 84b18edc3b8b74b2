import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import { afterAll, expect, it, vi } from 'vitest';
import { digestOf, generateToken } from '../../../functions/authorize/token.ts';
import { startDynamodb } from '../../embedded-dynamodb.ts';
import { faultCases } from './fault-cases.ts';
import { type Instance, startInstance, timeoutOf } from './instance.ts';
import { recordLog } from './log-lines.ts';

const log = recordLog();
const dynamodb = await startDynamodb();
const known = generateToken();
const unknown = generateToken();
await new DynamoDBClient({ endpoint: dynamodb.url }).send(
  new PutItemCommand({
    TableName: 'Tokens',
    Item: { digest: { S: digestOf(known) }, client: { S: 'nursery' }, lastFour: { S: 'wXyZ' } },
  }),
);

vi.stubEnv('TOKENS_TABLE_NAME', 'Tokens');
function load() {
  return import('../../../functions/authorize/handler.ts');
}
type Handler = Awaited<ReturnType<typeof load>>['handler'];
const timeout = timeoutOf('Authorize');

function ask(handler: Handler, token: string, requestId = 'another') {
  return handler({
    identitySource: [`Bearer ${token}`],
    headers: { authorization: `Bearer ${token}` },
    requestContext: { requestId },
  } as unknown as APIGatewayRequestAuthorizerEventV2);
}

const allowed = { isAuthorized: true, context: { client: 'nursery', lastFour: 'wXyZ' } };
const refused = { isAuthorized: false };
const tokens = [
  { token: known, kind: 'known', decision: allowed },
  { token: unknown, kind: 'unknown', decision: refused },
];

const cases: ((typeof faultCases)[number] &
  (typeof tokens)[number] & { requestId: string; instance: Instance<Handler> })[] = [];
for (const faultCase of faultCases) {
  for (const token of tokens) {
    const instance = await startInstance<Handler>(dynamodb.url, faultCase, load, (handler) =>
      ask(handler, known),
    );
    cases.push({ ...faultCase, ...token, requestId: `${cases.length}`, instance });
  }
}

afterAll(async () => {
  for (const { instance } of cases) instance.store.close();
  await dynamodb.stop();
});

it.concurrent.each(cases)('$fault, $often, leaves a token that is $kind $outcome', async (row) => {
  const { token, decision, outcome, cause, requestId, instance } = row;
  const { handler, store } = instance;
  await store.begin();
  const start = performance.now();
  const asked = ask(handler, token, requestId);
  if (outcome === 'unharmed') expect(await asked).toEqual(decision);
  else await expect(asked).rejects.toThrow();

  expect(performance.now() - start).toBeLessThan(timeout);
  expect(store.attempts()).toBeLessThanOrEqual(2);
  const lines = log.filter((line) => line.requestId === requestId && line.fault !== undefined);
  expect(lines).toHaveLength(outcome === 'unharmed' ? 0 : 1);
  for (const line of lines) {
    expect(line).toMatchObject({ level: 'error', fault: 'token store' });
    expect(JSON.stringify(line.cause)).toMatch(cause);
  }
  for (const secret of [token, digestOf(token)]) expect(JSON.stringify(log)).not.toContain(secret);

  // After the fault, the same instance decides.
  await store.end();
  expect(await ask(handler, token)).toEqual(decision);
});
