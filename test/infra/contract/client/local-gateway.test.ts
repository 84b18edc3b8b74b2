import { afterAll, expect, it } from 'vitest';
import { generateToken } from '../../../../functions/authorize/token.ts';
import { startPlantStore } from '../../../../infra/commands/start/service.ts';
import { plantStoreClient } from '../../../../infra/contract/client/plant-store-client.ts';
import { violationsOf } from '../../../service/api/conformity.ts';
import { assembly } from '../../../synthesized.ts';

const store = await startPlantStore({ assembly });
afterAll(store.close);
const plant = { id: 2n ** 63n - 1n, name: 'Sequoia', tag: 'tree' };

it('adds a plant through the gateway, and again', async () => {
  const client = plantStoreClient(store);
  expect(await client.createPlant(plant)).toEqual({ name: 'Sequoia', tag: 'tree' });
  expect(await client.createPlant(plant)).toEqual({ name: 'Sequoia', tag: 'tree' });
});

it('is told by the gateway that its token is refused', async () => {
  const client = plantStoreClient({ ...store, token: generateToken() });
  await expect(client.createPlant(plant)).rejects.toMatchObject({
    name: 'GatewayRefusedError',
    status: 403,
    message: 'Forbidden',
  });
});

it.each([
  [401, {}, '{}'],
  [403, { authorization: 'Bearer plant_x' }, '{}'],
  [413, { authorization: `Bearer ${store.token}` }, 'x'.repeat(6 * 1024 * 1024)],
  [431, { authorization: 'x'.repeat(11_000) }, '{}'],
])('answers %i as the contract says', async (status, headers, body) => {
  const answer = await fetch(`${store.url}/plants`, { method: 'POST', headers, body });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('apigw-requestid')).not.toBeNull();
  const contentType = answer.headers.get('content-type') ?? undefined;
  expect(violationsOf({ status, contentType, body: await answer.json() })).toEqual([]);
});
