import { expect, it, vi } from 'vitest';
import { createPlantHandler } from '../../../functions/create-plant/create-plant.ts';
import type { AddPlant } from '../../../functions/create-plant/plant-store.ts';
import { probePlant, reserved } from '../../../functions/shared/reserved.ts';
import { itemOf } from '../../setup/plants.ts';
import { context, createPlantEvent } from '../../setup/test-events.ts';

it('the plants of the probe are stored and answered as the probe expects', async () => {
  const add = vi.fn<AddPlant>(async () => {});
  const requestContext = { authorizer: { lambda: { client: reserved.client } } } as never;
  const answerTo = (sent: string) =>
    createPlantHandler(add)(createPlantEvent(sent, { requestContext }), context());
  const { body } = await answerTo(probePlant.sent);
  await answerTo(probePlant.other);
  const { Key, fields } = probePlant;
  expect(JSON.parse(body)).toEqual(fields);
  const [stored, other] = add.mock.calls.map(([one]) => one);
  expect(itemOf(Object(stored))).toEqual(itemOf({ ...Key, ...fields }));
  expect(other).toMatchObject(Key);
  expect(other).not.toEqual(stored);
});
