import { createOperation } from '../http/operation.ts';
import { refuseReservedId } from '../http/probe-reserved-id.ts';
import { tables } from '../service.ts';
import { environment } from '../shared/environment.ts';
import { deletePlantHandler } from './delete-plant.ts';
import { plantStore } from './plant-store.ts';

const table = environment(tables.Plants.variable);

export const { handler, warmUp } = createOperation(
  (dynamodb) => deletePlantHandler(refuseReservedId(plantStore(dynamodb, table))),
  { pathParameters: { id: '0' } },
  // A late try could arrive after the answer, and delete what another client has stored meanwhile.
  { maxAttempts: 1 },
);
