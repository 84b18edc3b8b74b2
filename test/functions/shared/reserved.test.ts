import { expect, it, vi } from 'vitest';
import { createPlant } from '../../../functions/create-plant/create-plant.ts';
import type { AddPlant } from '../../../functions/create-plant/plant-store.ts';
import { holds } from '../../../functions/create-plant/stored-item.ts';
import { probePlant, reserved } from '../../../functions/shared/reserved.ts';
import { context, createPlantEvent } from '../../setup/events.ts';
import { key } from '../../setup/plants.ts';

it('the plants of the probe are stored and answered as the probe expects', async () => {
  const add = vi.fn<AddPlant>(async () => {});
  const requestContext = { authorizer: { lambda: { client: reserved.client } } } as never;
  const answerTo = (sent: string) =>
    createPlant(add)(createPlantEvent(sent, { requestContext }), context());
  const { statusCode, headers, body } = await answerTo(probePlant.sent);
  expect(`${statusCode} ${headers?.['content-type']} ${body}`).toBe(probePlant.answer);
  await answerTo(probePlant.other);
  const { Key, fields } = probePlant;
  const seen = add.mock.calls.map(([one]) => [holds({ ...Key, ...fields }, one), one[key]]);
  expect(seen.map(([same, id]) => [same, `${id}`])).toEqual([
    [true, reserved.id],
    [false, reserved.id],
  ]);
});
