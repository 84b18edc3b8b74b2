// Written by `npm run generate` from openapi.yaml.
// Stryker disable all: the tests of the contract cover it.
import type { Ajv } from 'ajv';

/** As the store returns it. */
export interface Plant {
  readonly name: string;
  readonly tag?: string | undefined;
}

/** As a client sends it. */
export interface NewPlant {
  readonly id: bigint;
  readonly name: string;
  readonly tag?: string | undefined;
}

export const plantFields = ["name","tag"] as const;

export const newPlantFields = ["id","name","tag"] as const;

export const int64Fields: readonly string[] = ["id"];

/** What is wrong with the value of a field. */
const violations: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  id: (value) =>
    value === undefined ? "is required" :
    typeof value !== "bigint" ? "must be an integer between -9223372036854775808 and 9223372036854775807" :
    undefined,
  name: (value) =>
    value === undefined ? "is required" :
    typeof value !== "string" ? "must be a string" :
    !value.isWellFormed() ? "must be well-formed Unicode" :
    undefined,
  tag: (value) =>
    value === undefined ? undefined :
    typeof value !== "string" ? "must be a string" :
    !value.isWellFormed() ? "must be well-formed Unicode" :
    undefined,
};

function violationsOf(body: unknown): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return ['the body must be an object'];
  }
  return Object.entries(violations).flatMap(([name, violationOf]) => {
    const violation = violationOf((body as Readonly<Record<string, unknown>>)[name]);
    return violation === undefined ? [] : [`${name} ${violation}`];
  });
}

function validate({ body }: { readonly body?: unknown }): boolean {
  validate.errors = violationsOf(body);
  return validate.errors.length === 0;
}
validate.errors = [] as readonly string[];

// middy takes a schema that ajv has compiled, and calls its type Ajv.
export const validateEvent = validate as unknown as Ajv;
