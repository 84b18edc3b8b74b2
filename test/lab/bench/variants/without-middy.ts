import type { NewPlant } from '../../../../functions/create-plant/contract.ts';
import { int64 } from '../../../../functions/create-plant/int64.ts';
import { newPlantOf, plantOf } from '../../../../functions/create-plant/plant.ts';
import { validateEvent } from '../../../../functions/create-plant/validate-event.generated.ts';
import { addPlant } from './add-plant.ts';

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

const exactId: Reviver = (key, value, context) =>
  key === 'id' ? (int64(context?.source ?? '') ?? value) : value;

// The same parse, validation and write in one function.
export async function handler({ body }: { body: string }) {
  const parsed: NewPlant = JSON.parse(body, exactId);
  if (!validateEvent({ body: parsed })) return { statusCode: 400, body: '{}' };
  const plant = newPlantOf(parsed);
  await addPlant(plant, new AbortController().signal);
  return {
    statusCode: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(plantOf(plant)),
  };
}
