import {
  type ReadPlantRequest,
  readPlantAnswerFields,
  validateReadPlant,
} from '../contract/read-plant.generated.ts';
import { jsonAnswer } from '../http/answer.ts';
import { middyForPath } from '../http/chain.ts';
import { picked } from '../http/picked.ts';
import type { FindPlant } from './plant-store.ts';

/** `GET /plants/{id}`: from the gateway's event to an answer. `find` reads the plant. */
export function readPlantHandler(find: FindPlant) {
  const chain = middyForPath<ReadPlantRequest>(validateReadPlant);
  return chain.handler(async ({ pathParameters }, _context, { signal }) => {
    const plant = await find(pathParameters, signal);
    return jsonAnswer(200, picked(plant, readPlantAnswerFields));
  });
}
