import type { CreatePlantBody } from '../contract/create-plant.generated.ts';

/** A plant as a client sends it, and as it is stored. */
export type NewPlant = CreatePlantBody;

/**
 * The largest plant: DynamoDB's limit for an item, less 400 bytes for what the service adds. Its longest names and values
 * take 310 bytes now, and 383 with the digest and the version of CONTRIBUTING's chapter about operations that change plants:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
export const maxPlantBytes = 400 * 1024 - 400;
