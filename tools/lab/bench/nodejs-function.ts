import { createPlantHandler } from '../../../functions/create-plant/create-plant.ts';
import { plantStore } from '../../../functions/create-plant/plant-store.ts';
import { createDocumentClient } from '../../../functions/shared/document-client.ts';

// Our handler's code, without what its bundle and its entry do for a cold start.
const table = String(process.env['PLANTS_TABLE_NAME']);
export const handler = createPlantHandler(
  plantStore(createDocumentClient({ maxAttempts: 3 }), table),
);
