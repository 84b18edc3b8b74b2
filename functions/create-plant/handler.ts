import type { CreatePlantBody } from '../contract/create-plant.generated.ts';
import { createOperation } from '../http/operation.ts';
import { refuseReservedId } from '../http/probe-reserved-id.ts';
import { tables } from '../service.ts';
import { environment } from '../shared/environment.ts';
import { createPlantHandler } from './create-plant.ts';
import { plantStore } from './plant-store.ts';

const table = environment(tables.Plants.variable);
// Stryker disable next-line StringLiteral: any text is right.
const body: CreatePlantBody = { id: 0n, name: 'warm-up', tag: '' };

export const { handler, warmUp } = createOperation(
  (dynamodb) => createPlantHandler(refuseReservedId(plantStore(dynamodb, table))),
  { body },
  // A late try changes nothing: it writes only under an id that is free.
  { maxAttempts: 3 },
);
