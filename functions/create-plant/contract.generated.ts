// Written by `npm run generate` from openapi.yaml.

/** A plant as the store returns it. */
export type Plant = {
  /** The name of the plant: any well-formed Unicode text, also empty. The answer repeats it as it was sent. */
  readonly name: string;
  /** Tag that specifies the type of the plant. If the request had no tag, the answer has none. */
  readonly tag?: string | undefined;
};

/** A plant to add, with its id. */
export type NewPlant = {
  /** Identification number of the plant. The store keeps every digit. Many JSON libraries round integers above 9007199254740991, so use one that does not. Two ids are taken from the beginning, because the service tests itself with them: -6403278123377120557 and -6403278123377120558. The answer to them is error 1004. */
  readonly id: bigint;
  /** The name of the plant: any well-formed Unicode text, also empty. The answer repeats it as it was sent. */
  readonly name: string;
  /** Tag that specifies the type of the plant. If the request had no tag, the answer has none. */
  readonly tag?: string | undefined;
};

export const plantFields = ['name', 'tag'] as const;

export const newPlantFields = ['id', 'name', 'tag'] as const;

export const int64Fields: readonly string[] = ['id'];
