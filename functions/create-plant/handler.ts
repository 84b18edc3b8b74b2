import { documentClient } from '../shared/document-client.ts';
import { environment } from '../shared/environment.ts';
import { createPlant } from './create-plant.ts';
import { plantStore } from './plant-store.ts';

export const handler = createPlant(
  plantStore(documentClient({ maxAttempts: 3 }), environment('PLANTS_TABLE_NAME')),
);
