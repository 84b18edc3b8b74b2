// Written by `npm run generate` from openapi.yaml.
import type { Ajv } from 'ajv';

export const path = "/plants";

/** The key of the table, and its type there: N for an int64, S for a text. */
export const key = 'id';
export const keyType = 'N';

/** As a client sends it. */
export interface NewPlant {
  readonly id: bigint;
  readonly name: string;
  readonly tag?: string | undefined;
}
export const newPlantFields = ["id","name","tag"] as const;
export const int64Fields: readonly string[] = ["id"];

/** As the store returns it. */
export type Plant = Pick<NewPlant, (typeof plantFields)[number]>;
export const plantFields = ["name","tag"] as const;

/** What is wrong with each field of a body. */
const violations: readonly ((body: Readonly<Record<string, unknown>>) => string | undefined)[] = [
  ({ id: value }) =>
    value === undefined ? "id is required" :
    typeof value !== "bigint" ? "id must be an integer between -9223372036854775808 and 9223372036854775807" :
    undefined,
  ({ name: value }) =>
    value === undefined ? "name is required" :
    typeof value !== "string" ? "name must be a string" :
    !value.isWellFormed() ? "name must be well-formed Unicode" :
    undefined,
  ({ tag: value }) =>
    value === undefined ? undefined :
    typeof value !== "string" ? "tag must be a string" :
    !value.isWellFormed() ? "tag must be well-formed Unicode" :
    undefined,
];

function validate({ body }: { readonly body?: unknown }): boolean {
  const isObject = body === Object(body) && !Array.isArray(body);
  const errors = isObject
    ? violations.flatMap((violationOf) => violationOf(Object(body)) ?? [])
    : ['the body must be an object'];
  Object.assign(validate, { errors });
  return errors.length === 0;
}

// middy takes a schema that ajv has compiled, and calls its type Ajv.
export const validateEvent = validate as unknown as Ajv;
