import { createOperation } from '../http/operation.ts';
import { tables } from '../service.ts';
import { environment } from '../shared/environment.ts';
import { plantStore } from './plant-store.ts';
import { readPlantHandler } from './read-plant.ts';

const table = environment(tables.Plants.variable);

export const { handler, warmUp } = createOperation(
  (dynamodb) => readPlantHandler(plantStore(dynamodb, table)),
  { pathParameters: { id: '0' } },
  // It changes nothing.
  { maxAttempts: 3 },
);
