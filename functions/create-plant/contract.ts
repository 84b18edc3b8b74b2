// What openapi.yaml says about a plant. A test compares them.

/** As the store returns it. */
export interface Plant {
  readonly name: string;
  readonly tag?: string | undefined;
}

/** As a client sends it. */
export interface NewPlant extends Plant {
  readonly id: bigint;
}

export const plantFields = ['name', 'tag'] as const satisfies (keyof Plant)[];

export const newPlantFields = ['id', ...plantFields] as const satisfies (keyof NewPlant)[];

/** Those with `format: int64`. */
export const int64Fields: readonly string[] = ['id'];
