import { plantStore } from '../../../../functions/create-plant/plant-store.ts';
import { documentClient } from '../../../../functions/shared/document-client.ts';

/** Our store over our client, for the variants with our own code. */
export const addPlant = plantStore(
  documentClient({ maxAttempts: 3 }),
  String(process.env['PLANTS_TABLE_NAME']),
);
