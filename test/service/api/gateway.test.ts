import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, inject, it } from 'vitest';
import type { NewPlant } from '../../../functions/shared/contract.ts';
import { type RunningPlantStore, startPlantStore } from '../../../tools/commands/start/service.ts';
import { generateToken } from '../../../tools/commands/token/generate-token.ts';
import {
  exactJson,
  path,
  plant,
  plantAnswer,
  plantJson,
  similarPlants,
} from '../../setup/plants.ts';
import { slow } from '../../setup/slow.ts';
import { assembly, template } from '../../setup/synthesized.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';
import { contradictions, startHistory } from '../histories/history.ts';
import { idsOfRun, newId } from './cases.ts';
import { describeApi } from './suite.ts';

/** The synthesized stack with a throttle that these requests do not reach, whatever the default is. */
function unthrottled(): string {
  const folder = temporaryFolder();
  cpSync(assembly, folder, { recursive: true });
  const generous = JSON.stringify(template).replace(/("Throttling\w+":)\d+/g, '$1100000');
  writeFileSync(join(folder, 'PlantStore.template.json'), generous);
  return folder;
}

const target = inject('target');
const local = target
  ? undefined
  : await startPlantStore({ assembly: unthrottled(), mostInstances: 2 });
const { token } = target ?? (local as RunningPlantStore);
const urls = target?.urls ?? [(local as RunningPlantStore).url];
afterAll(async () => {
  await local?.close();
  if (target === null) return;
  // Nobody can delete a plant through the API.
  console.log(`The plants of this run stay in the table of ${urls.join(', ')}: ids ${idsOfRun()}.`);
});

const json = { 'content-type': 'application/json' };
const authorized = { ...json, authorization: `Bearer ${token}` };

async function post(url: string, headers: Record<string, string>, body?: string | Uint8Array) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers,
    // Bytes: for a text, fetch would add a content type of its own.
    ...(body !== undefined && { body: Buffer.from(body) }),
  });
  const contentType = response.headers.get('content-type') ?? undefined;
  return { status: response.status, contentType, body: await response.text() };
}

describe.each(urls)('%s', (url) => {
  describeApi(target ? url : 'the local gateway', async ({ body, contentType }) => {
    const { authorization } = authorized;
    const type = contentType === undefined ? {} : { 'content-type': contentType };
    const answer = await post(url, { authorization, ...type }, body);
    return { ...answer, body: JSON.parse(answer.body) };
  });

  it.each([
    ['no token', json, 401, 'Unauthorized'],
    ['a malformed token', { ...json, authorization: 'Bearer x' }, 403, 'Forbidden'],
    ['an unknown token', { ...json, authorization: `Bearer ${generateToken()}` }, 403, 'Forbidden'],
  ])('refuses %s before the request reaches the function', async (_, headers, status, message) => {
    const answer = await post(url, headers, plantJson());
    expect(answer).toMatchObject({ status, body: JSON.stringify({ message }) });
  });

  it('ignores a Content-Encoding, and never decompresses a body', async () => {
    const headers = { ...authorized, 'content-encoding': 'gzip' };
    const body = plantJson(newId());
    expect(await post(url, headers, body)).toMatchObject({ status: 200, body: plantAnswer() });
    const { status, body: refusal } = await post(url, headers, gzipSync(body));
    expect({ status, error: JSON.parse(refusal).error }).toEqual({ status: 400, error: 1001 });
  });
});

it(
  'all answers to clients that write the same ids at the same time agree, though instances are killed',
  slow,
  async () => {
    const { creates, record } = startHistory();
    const send = (url: string, plant: NewPlant) =>
      record(plant, () => post(url, authorized, exactJson(plant)));
    const ids = [newId(), newId()];
    for (const id of ids) {
      const plants = similarPlants.map((fields) => ({ ...plant(id), ...fields }));
      const clients = Array.from({ length: local ? 3 : 1 }, () => urls).flat();
      const sent = clients.flatMap((url) => plants.map((plant) => send(url, plant)));
      // All instances of this machine are killed while they have requests.
      await sent[0];
      for (const pid of local?.pids() ?? []) process.kill(pid, 'SIGKILL');
      await Promise.all(sent);
      // A client that got no certain answer sends its plant again.
      for (const plant of plants) await send(urls[0] ?? '', plant);
    }
    const answers = (kind: string) => creates.filter(({ answer }) => answer === kind);
    expect(contradictions(creates)).toEqual([]);
    expect(new Set(answers('stored').map(({ id }) => id))).toEqual(
      new Set(ids.map((id) => `${plant(id).id}`)),
    );
    expect(answers('taken').length).toBeGreaterThan(0);
    // An answer with the status 500 does not say whether the plant is stored.
    expect(answers('unknown').length > 0).toBe(local !== undefined);
  },
);
