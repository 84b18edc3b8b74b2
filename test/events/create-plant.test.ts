import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { contractText, parseContract } from '../../infra/contract/contract.ts';
import { failureTable } from '../../infra/contract/failure-table.ts';
import { violationsOf } from '../api/conformity.ts';
import { startDynamodb } from '../embedded-dynamodb.ts';
import { context } from '../events.ts';
import { bundledHandler } from './bundled-function.ts';
import { eventFiles, readEvent } from './event-files.ts';

const failureRows = failureTable(parseContract(contractText()));
function documented(code: number) {
  const row = failureRows.find(({ error }) => error === code);
  return { error: code, message: row?.message };
}

/** What each file is answered; to most failures, what the contract gives as the example. */
const answers: Record<string, object> = {
  'valid.json': { name: 'Fern', tag: 'indoor' },
  'valid-without-tag.json': { name: 'Moss' },
  'largest-id.json': { name: 'Sequoia', tag: 'tree' },
  'base64-body.json': { name: '蕨 🌿', tag: '室内' },
  'replay.json': { name: 'Fern', tag: 'indoor' },
  '1001-malformed-json.json': documented(1001),
  '1001-missing-body.json': { error: 1001, message: 'the body is missing or empty' },
  '1001-not-utf-8.json': { error: 1001, message: 'the body is not valid UTF-8' },
  '1001-forbidden-key.json': { error: 1001, message: 'the body carries a forbidden key' },
  '1002-wrong-content-type.json': documented(1002),
  '1003-not-a-new-plant.json': documented(1003),
  '1004-id-taken.json': documented(1004),
  '1005-too-large.json': documented(1005),
};

const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
for (const level of ['info', 'warn', 'error'] as const) {
  vi.spyOn(console, level).mockImplementation(() => {});
}
beforeEach(() => {
  vi.unstubAllEnvs();
});

async function invoke(file: string, environment: Record<string, string> = {}) {
  const handler = bundledHandler('CreatePlant', { PLANTS_TABLE_NAME: 'Plants', ...environment });
  const event = readEvent(`create-plant/${file}`);
  const { statusCode, headers, body } = await handler(event, context());
  return { status: statusCode, contentType: headers['content-type'], body: JSON.parse(body) };
}

describe('the events for CreatePlant', () => {
  it('are those with an expected answer, and no other', () => {
    expect(eventFiles('create-plant')).toEqual(Object.keys(answers).toSorted());
  });

  it.each(Object.entries(answers))('%s', async (file, body) => {
    // What replay.json sends again and 1004-id-taken.json runs into.
    await invoke('valid.json');
    const answer = await invoke(file);
    const status = 'error' in body ? 400 : 200;
    expect(answer).toEqual({ status, contentType: 'application/json', body });
    expect(violationsOf(answer)).toEqual([]);
  });

  it.each([
    [1000, 'has no table', { PLANTS_TABLE_NAME: 'Missing' }],
    [1006, 'cannot be reached', { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' }],
  ])('valid.json is answered %i where the store %s', async (code, _, environment) => {
    const answer = await invoke('valid.json', environment);
    expect(answer).toMatchObject({ status: 400, body: documented(code) });
    expect(violationsOf(answer)).toEqual([]);
  });
});
