import type { CreatePlantBody } from '../contract/create-plant.generated.ts';
import { createOperation } from '../http/operation.ts';
import { reservedIdVariable, tables } from '../service.ts';
import { environment, optionalEnvironment } from '../shared/environment.ts';
import { createPlantHandler } from './create-plant.ts';
import { plantStore } from './plant-store.ts';

const table = environment(tables.Plants.variable);
const reservedId = optionalEnvironment(reservedIdVariable);
// Stryker disable next-line StringLiteral: any text is right.
const body: CreatePlantBody = { id: 0n, name: 'warm-up', tag: '' };

export const { handler, warmUp } = createOperation(
  (dynamodb) => createPlantHandler(plantStore(dynamodb, table, reservedId)),
  { body },
);
