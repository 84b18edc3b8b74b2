import type { CreatePlantBody } from '../contract/create-plant.generated.ts';

/** A plant as a client sends it, and as it is stored. */
export type NewPlant = CreatePlantBody;

/**
 * The largest plant: DynamoDB's limit for an item, less 400 bytes for `createdBy` (256 bytes or less) and `createdAt`:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
export const maxPlantBytes = 400 * 1024 - 400;
