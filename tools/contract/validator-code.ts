import { _, Ajv, type Code, type KeywordCxt, type Name, stringify } from 'ajv';
import { _Code } from 'ajv/dist/compile/codegen/code.js';
import standalone from 'ajv/dist/standalone/index.js';
import { apiOf } from './api.ts';
import type { Contract } from './contract.ts';
import type { Shape } from './shape.ts';
import { generatedHeader } from './types-code.ts';

const header = `${generatedHeader}// Stryker disable all: this code is generated, and the tests of the contract cover it.
// @ts-nocheck
`;

/**
 * Code that validates an event with the request as its body. It is compiled at build time: compiling it at the start
 * would take longer than the rest of a cold start. Each error has its rule, which violation.ts makes a sentence of.
 */
export function validatorCode(contract: Contract): string {
  const rules: Shape[] = [];
  /** The schema of a value in memory: one keyword `must` for all its limits, which refers to the list of rules. */
  const schemaOf = (shape: Shape, isBody = false): object => {
    const must = rules.push(shape) - 1;
    if (shape.items !== undefined) return { must, items: schemaOf(shape.items) };
    if (shape.kind !== 'object') return { must };
    // A part for each field, so that the violations have the order of the fields.
    const allOf = shape.fields.map(({ name, isRequired, shape: field }) => ({
      required: isRequired ? [name] : [],
      properties: { [name]: schemaOf(field) },
    }));
    // plantOf leaves out unknown fields of the body; below it, they are removed here.
    const properties = Object.fromEntries(shape.fields.map(({ name }) => [name, true]));
    return { must, allOf, ...(isBody ? {} : { properties, additionalProperties: false }) };
  };
  const must = {
    keyword: 'must',
    error: {
      message: '',
      params: ({ schema }: { schema: number }) => _`{rule: ${rules[schema]?.rule}}`,
    },
    code: (context: KeywordCxt) =>
      context.fail(
        failures(context.data, rules[context.schema] as Shape).reduce(
          (all, one) => _`${all} || ${one}`,
        ),
      ),
  };
  // Without runtime: ajv's own keywords for lengths and equality would load a part of ajv.
  const code = { source: true, esm: true, lines: true };
  const ajv = new Ajv({
    ...{ allErrors: true, messages: false, removeAdditional: true, strictTypes: false },
    ...{ keywords: [must as never], code },
  });
  const body = schemaOf(apiOf(contract).request.shape, true);
  ajv.compile({ $id: 'validateEvent', properties: { body } });
  const module = standalone.default(ajv, { validateEvent: 'validateEvent' });
  // Nothing reads the path of a keyword in the schema, and the function loads each byte at its start.
  return header + module.replaceAll(/schemaPath:"[^"]*",/g, '');
}

/** The conditions under which a value breaks its rule. The parsed body is not plain JSON: an int64 is a bigint. */
function failures(data: Name, { kind, limits, bounds = [0, 0] }: Shape): Code[] {
  const { minLength, maxLength, pattern, enum: values } = limits;
  switch (kind) {
    case 'object':
      return [_`!${data} || typeof ${data} !== "object" || Array.isArray(${data})`];
    case 'array':
      return [
        _`!Array.isArray(${data})`,
        ...outside(_`${data}.length`, limits.minItems, limits.maxItems),
      ];
    case 'string': {
      // In well-formed text, each character beyond 16 bits has one such half.
      const length = _`${data}.replace(/[\\ud800-\\udbff]/g, "").length`;
      return [
        _`typeof ${data} !== "string" || !${data}.isWellFormed()`,
        ...outside(length, minLength, maxLength),
        ...(pattern === undefined ? [] : [_`!new RegExp(${pattern}, "u").test(${data})`]),
        ...(values === undefined ? [] : [_`!${stringify(values)}.includes(${data})`]),
      ];
    }
    case 'boolean':
      return [_`typeof ${data} !== "boolean"`];
    case 'int64':
      return [_`typeof ${data} !== "bigint"`, ...outside(data, ...bounds)];
    default: {
      const isNumber =
        kind === 'integer' ? _`Number.isInteger(${data})` : _`Number.isFinite(${data})`;
      return [_`!${isNumber}`, ...outside(data, ...bounds)];
    }
  }
}

function outside(value: Code, least?: number | bigint, most?: number | bigint): Code[] {
  return [
    ...(least === undefined ? [] : [_`${value} < ${literalOf(least)}`]),
    ...(most === undefined ? [] : [_`${value} > ${literalOf(most)}`]),
  ];
}

/** A bigint, which is also compared with a number. */
function literalOf(bound: number | bigint): Code {
  return new _Code(typeof bound === 'bigint' ? `${bound}n` : `${bound}`);
}
