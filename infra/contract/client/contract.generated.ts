// Written by `npm run generate` from openapi.yaml; a test checks it.

/** A plant as the store gives it back. */
export type Plant = {
  /** Any well-formed Unicode, empty included. It comes back as it was sent. */
  readonly name: string;
  /** The type of the plant. It is absent from the answer where none was sent. */
  readonly tag?: string | undefined;
};

/** A plant to be added, with the id that it gets. */
export type NewPlant = {
  /** Kept digit for digit over the whole range. Many JSON libraries round integers beyond 9007199254740991: write and read them with one that does not. */
  readonly id: bigint;
} & Plant;

/** Why a plant was not stored. */
export type Error = {
  /** One of the codes from 1000 to 1006. Later ones may join them. */
  readonly error: number;
  /** One sentence for the person who reads it. */
  readonly message: string;
};

/** The gateway's own answer to a request that the function did not answer. */
export type GatewayError = {
  readonly message: string;
};

/** The codes that `Error` has today. New ones may be added. */
export type ErrorCode = 1000 | 1001 | 1002 | 1003 | 1004 | 1005 | 1006;

/** Add a plant to the store. */
export const createPlant = { method: 'POST', path: '/plants' } as const;
