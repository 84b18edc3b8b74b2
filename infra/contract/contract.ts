import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

// The part of OpenAPI 3.1 that the contract uses: https://spec.openapis.org/oas/v3.1.1
export interface Contract {
  info: { title: string; version: string; summary: string; description: string };
  servers: { url: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    headers: Record<string, Header>;
    responses: Record<string, Answer>;
    securitySchemes: Record<string, { bearerFormat: string; description: string }>;
  };
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  requestBody: { description: string; content: Record<string, Media> };
  responses: Record<string, Answer | Reference>;
}

export interface Answer {
  description: string;
  headers: Record<string, Header | Reference>;
  content: Record<string, Media>;
}

export interface Media {
  schema: Reference;
  example?: unknown;
  examples?: Record<string, Example>;
}

export interface Example {
  summary: string;
  description?: string;
  value: unknown;
}

export interface Header {
  description: string;
  schema: Schema;
}

export interface Reference {
  $ref: string;
}

export interface Schema {
  description?: string;
  type?: 'object' | 'string' | 'integer';
  format?: string;
  minimum?: bigint;
  maximum?: bigint;
  required?: string[];
  properties?: Record<string, Schema>;
  allOf?: (Schema | Reference)[];
}

const file = new URL('../../openapi.yaml', import.meta.url);

export const contractText = (): string => readFileSync(file, 'utf8');

/** Integers are read as bigint: the bounds of an int64 are no doubles. */
export const parseContract = (text: string): Contract => parse(text, { intAsBigInt: true });

export const nameOf = ({ $ref }: Reference): string => $ref.replace(/.*\//, '');

/** What a reference into the contract stands for; anything else is itself. */
export const resolve = <T extends object>(contract: Contract, value: T | Reference): T => {
  if (!('$ref' in value)) return value;
  const found = value.$ref
    .split('/')
    .slice(1)
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], contract);
  if (found === undefined) throw new Error(`The contract has no ${value.$ref}`);
  return found as T;
};
