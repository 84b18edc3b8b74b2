import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { routes } from '../../../functions/service.ts';
import { storeDevelopmentTokens } from '../../../tools/commands/token/development-token.ts';
import { region } from '../../../tools/local/region.ts';
import { contract } from '../../../tools/test/setup/contract.ts';
import { deployedFunction, newInstance } from '../../../tools/test/setup/deployed-function.ts';
import { startDynamodb } from '../../../tools/test/setup/embedded-dynamodb.ts';
import { readEvent } from '../../setup/event-files.ts';
import { assembly } from '../../setup/synthesized.ts';
import { context } from '../../setup/test-events.ts';
import { answerViolations, parsed } from '../api/conformity.ts';
import { outcomes } from './outcomes.ts';

interface Returned {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

// `npm start` and `npm run invoke` store the same tokens. DynamoDB Local has separate tables for each region.
vi.stubEnv('AWS_REGION', region);
const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
await storeDevelopmentTokens(new DynamoDBClient({ region }));
const [info] = (['info', 'warn', 'error'] as const).map((level) =>
  vi.spyOn(console, level).mockImplementation(() => {}),
);
beforeEach(() => {
  vi.unstubAllEnvs();
  info?.mockClear();
});

/** A new instance, with the variables of the template. */
function load(id: string) {
  const deployed = deployedFunction(assembly, id);
  const variables = { AWS_REGION: region, ...deployed.variables };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return newInstance(deployed);
}

it.each(outcomes)('$event', async ({ name, event, returned, refused }) => {
  const handler = await load(name);
  const answer = await handler(readEvent(event), context());
  expect(answer, 'openapi.yaml has the example of an error').toEqual(returned);
  const route = routes.find(({ functionName }) => functionName === name);
  if (route) {
    const promised = contract.paths[route.path][route.method.toLowerCase()];
    const { statusCode: status, headers = {}, body } = answer as Returned;
    expect(answerViolations({ status, headers, body: parsed(body) }, promised)).toEqual([]);
  }
  const reasons = info?.mock.calls.flatMap(([line]) => line.refused ?? []);
  expect(reasons).toEqual(refused ? [refused] : []);
});
