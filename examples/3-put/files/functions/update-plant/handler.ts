import type { UpdatePlantBody } from '../contract/update-plant.generated.ts';
import { createOperation } from '../http/operation.ts';
import { refuseReservedId } from '../http/probe-reserved-id.ts';
import { tables } from '../service.ts';
import { environment } from '../shared/environment.ts';
import { plantStore } from './plant-store.ts';
import { updatePlantHandler } from './update-plant.ts';

const table = environment(tables.Plants.variable);
const body: UpdatePlantBody = { name: 'warm-up', version: 1n };

export const { handler, warmUp } = createOperation(
  (dynamodb) => updatePlantHandler(refuseReservedId(plantStore(dynamodb, table))),
  { pathParameters: { id: '0' }, body },
  // A late try could arrive after the answer, and change what another client has stored meanwhile.
  { maxAttempts: 1 },
);
