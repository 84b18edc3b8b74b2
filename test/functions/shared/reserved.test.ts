import { expect, it, vi } from 'vitest';
import { createPlant } from '../../../functions/create-plant/create-plant.ts';
import type { AddPlant } from '../../../functions/create-plant/plant-store.ts';
import { holds } from '../../../functions/create-plant/stored-item.ts';
import { probePlant, reserved } from '../../../functions/shared/reserved.ts';
import { context, createPlantEvent } from '../../setup/events.ts';

it('the plant of the probe is stored and answered as the probe expects', async () => {
  const add = vi.fn<AddPlant>(async () => {});
  const requestContext = { authorizer: { lambda: { client: reserved.client } } } as never;
  const event = createPlantEvent(probePlant.sent, { requestContext });
  const { statusCode, body } = await createPlant(add)(event, context());
  expect(`${statusCode} ${body}`).toBe(probePlant.answer);
  const [stored] = add.mock.calls[0] ?? [];
  expect(stored && holds({ ...probePlant.Key, ...probePlant.fields }, stored)).toBe(true);
});
