import { _, Ajv, type KeywordCxt } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { parse } from 'yaml';

type Schema = Record<string, unknown>;

const header = `// Written by \`npm run generate\` from openapi.yaml; a test checks it.
// Stryker disable all: this code is generated, and the tests of the contract cover it.
// @ts-nocheck
`;

/**
 * Code that validates an event whose body is a NewPlant of the contract. It is compiled at build time:
 * compiling it at the start would take longer than the rest of a cold start.
 */
export function validatorCode(openapi: string): string {
  const { schemas } = parse(openapi).components as { schemas: Record<string, Schema> };
  // Without messages: answer-failures.ts has a sentence for each keyword.
  const code = { source: true, esm: true, lines: true };
  const ajv = new Ajv({ allErrors: true, messages: false, keywords: [int64, text], code });
  const body = inMemory({ $ref: '#/components/schemas/NewPlant' }, schemas) as Schema;
  ajv.compile({ $id: 'validateEvent', type: 'object', properties: { body } });
  return header + standalone.default(ajv, { validateEvent: 'validateEvent' });
}

// The parsed body is not plain JSON: its id is a bigint, and a string can hold lone surrogates.
const int64 = {
  keyword: 'int64',
  code: (context: KeywordCxt) => context.fail(_`typeof ${context.data} !== "bigint"`),
};

const text = {
  keyword: 'text',
  code: (context: KeywordCxt) =>
    context.fail(_`typeof ${context.data} !== "string" || !${context.data}.isWellFormed()`),
};

/** The contract's schema with its references resolved, and with the two keywords above for int64 and string. */
function inMemory(schema: unknown, schemas: Record<string, Schema>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => inMemory(item, schemas));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, type, format, ...rest } = schema as Schema;
  if (typeof $ref === 'string') return inMemory(schemas[$ref.replace(/.*\//, '')], schemas);
  if (type === 'integer' && format === 'int64') return { int64: true };
  if (type === 'string') return { text: true };
  const entries = Object.entries(rest).filter(([key]) => !annotations.has(key));
  const mapped = entries.map(([key, value]) => [key, inMemory(value, schemas)]);
  return { ...(type !== undefined && { type }), ...Object.fromEntries(mapped) };
}

const annotations = new Set(['description', 'examples', 'title']);
