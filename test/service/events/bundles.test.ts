import timers from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { logFields } from '../../../functions/shared/log-fields.ts';
import { storeDevelopmentTokens } from '../../../tools/commands/development-token.ts';
import { region } from '../../../tools/local/account.ts';
import { startService } from '../../../tools/local/service.ts';
import { probeEnvironment, startCloudWatch } from '../../setup/cloudwatch.ts';
import { deployedFunction, newInstance } from '../../setup/deployed-function.ts';
import { startDynamodb } from '../../setup/embedded-dynamodb.ts';
import { context } from '../../setup/events.ts';
import { documented } from '../../setup/plants.ts';
import { assembly } from '../../setup/synthesized.ts';
import { violationsOf } from '../api/conformity.ts';
import { eventFiles, readEvent } from './event-files.ts';
import { authorizeOutcomes, createPlantOutcomes } from './expected.ts';

// `npm start` and `npm run invoke` store the same tokens. DynamoDB Local has separate tables for each region.
vi.stubEnv('AWS_REGION', region);
const dynamodb = await startDynamodb();
const aws = await startCloudWatch();
afterAll(async () => {
  aws.stop();
  await dynamodb.stop();
});
await storeDevelopmentTokens(new DynamoDBClient({ region }));
const [info] = (['info', 'warn', 'error'] as const).map((level) =>
  vi.spyOn(console, level).mockImplementation(() => {}),
);
beforeEach(() => {
  vi.unstubAllEnvs();
  info?.mockClear();
});

/** A new instance, with the variables of the template. */
function load(id: string, environment: Record<string, string> = {}) {
  const deployed = deployedFunction(assembly, id);
  const variables = { AWS_REGION: region, ...deployed.variables, ...environment };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return newInstance(deployed);
}

// biome-ignore lint/suspicious/noExplicitAny: the tests look into any answer.
async function invoke(event: string, environment?: Record<string, string>): Promise<any> {
  const id = event.startsWith('authorize') ? 'Authorize' : 'CreatePlant';
  const handler = await load(id, environment);
  return handler(readEvent(event), context());
}

function expectConformity({ statusCode, headers, body }: Awaited<ReturnType<typeof invoke>>): void {
  const answer = { contentType: headers['content-type'], body: JSON.parse(body) };
  expect(violationsOf({ status: statusCode, ...answer })).toEqual([]);
}

it('each event in events/authorize has an expected outcome', () => {
  expect(eventFiles('authorize')).toEqual(authorizeOutcomes.map(({ event }) => event).toSorted());
});

// In the order of their names, in one table: as in a new data folder.
it.each(createPlantOutcomes)('$event', async ({ event, returned }) => {
  const answer = await invoke(event);
  expect(answer).toMatchObject(returned);
  expectConformity(answer);
});

it.each(authorizeOutcomes)('$event', async ({ event, returned, refused }) => {
  expect(await invoke(event)).toMatchObject(returned);
  expect(info?.mock.calls.map(([line]) => line[logFields.refused])).toEqual(
    refused ? [refused] : [],
  );
});

it.each([
  [1000, 'has no table', { PLANTS_TABLE_NAME: 'Missing' }],
  [1006, 'cannot be reached', { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' }],
])('valid.json is answered %i if the store %s', async (code, _, environment) => {
  const answer = await invoke('create-plant/valid.json', environment);
  expect(answer).toMatchObject({ statusCode: 400, body: JSON.stringify(documented(code)) });
  expectConformity(answer);
});

it('probe/running-service.json: the probe sees the local service, and that it has ended', async () => {
  // A busy machine can need longer than the probe waits.
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  timeout.mockImplementation(() => new AbortController().signal);
  // Nor does the test wait between the probe's tries.
  const pause = vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined);
  onTestFinished(() => {
    timeout.mockRestore();
    pause.mockRestore();
  });
  const { url, close, dynamodb } = await startService();
  const { PLANTS_TABLE_NAME: _, TOKENS_TABLE_NAME: __, ...environment } = probeEnvironment(aws.url);
  const probe = await load('Probe', { ...environment, AWS_ENDPOINT_URL_DYNAMODB: dynamodb });
  const event = { ...readEvent('probe/running-service.json'), url };
  expect(await probe(event, context())).toEqual({
    allowed: expect.stringMatching(/^200 /),
    refused: expect.stringMatching(/^403 /),
  });
  await close();
  const later = await load('Probe', environment);
  await expect(later(event, context())).rejects.toThrow(/ECONNREFUSED/);
});
