import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDynamodb } from '../../embedded-dynamodb.ts';
import { context } from '../../events.ts';
import { violationsOf } from '../api/conformity.ts';
import { bundledHandler } from './bundled-function.ts';
import { eventFiles, readEvent } from './event-files.ts';
import { createPlantOutcomes, documented } from './expected.ts';

const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
for (const level of ['info', 'warn', 'error'] as const) {
  vi.spyOn(console, level).mockImplementation(() => {});
}
beforeEach(() => {
  vi.unstubAllEnvs();
});

async function invoke(event: string, environment: Record<string, string> = {}) {
  const handler = bundledHandler('CreatePlant', { PLANTS_TABLE_NAME: 'Plants', ...environment });
  return handler(readEvent(event), context());
}

function answerOf({ statusCode, headers, body }: Awaited<ReturnType<typeof invoke>>) {
  return { status: statusCode, contentType: headers['content-type'], body: JSON.parse(body) };
}

describe('the events for CreatePlant', () => {
  it('are those with an expected answer, and no other', () => {
    const expected = createPlantOutcomes.map(({ event }) => event).toSorted();
    expect(eventFiles('create-plant')).toEqual(expected);
  });

  it.each(createPlantOutcomes)('$event', async ({ event, returned }) => {
    // replay.json sends this plant again, and 1004-id-taken.json finds its id taken.
    await invoke('create-plant/valid.json');
    const answer = await invoke(event);
    expect(answer).toEqual(returned);
    expect(violationsOf(answerOf(answer))).toEqual([]);
  });

  it.each([
    [1000, 'has no table', { PLANTS_TABLE_NAME: 'Missing' }],
    [1006, 'cannot be reached', { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' }],
  ])('valid.json is answered %i if the store %s', async (code, _, environment) => {
    const answer = answerOf(await invoke('create-plant/valid.json', environment));
    expect(answer).toMatchObject({ status: 400, body: documented(code) });
    expect(violationsOf(answer)).toEqual([]);
  });
});
