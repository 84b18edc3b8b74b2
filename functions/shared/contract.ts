// What openapi.yaml says about a plant. A test compares them.

/** Where clients send plants. */
export const path = '/plants';

/** As the store returns it. */
export interface Plant {
  readonly name: string;
  readonly tag?: string | undefined;
}

/** As a client sends it. */
export interface NewPlant extends Plant {
  readonly id: bigint;
}

/** Each field of a NewPlant, and its type in the table: text, number (`format: int64`) or boolean. */
const types = { id: 'N', name: 'S', tag: 'S' } as const satisfies {
  readonly [Name in keyof NewPlant]-?: TypeOf<NonNullable<NewPlant[Name]>>;
};

type TypeOf<Value> = Value extends bigint ? 'N' : Value extends boolean ? 'BOOL' : 'S';

export const newPlantFields = Object.keys(types) as (keyof NewPlant)[];

export const plantFields = ['name', 'tag'] as const satisfies (keyof Plant)[];

export const int64Fields: readonly string[] = newPlantFields.filter((name) => types[name] === 'N');

/** The key of the table, and its type there. */
export const key = 'id';
export const keyType = types[key];
