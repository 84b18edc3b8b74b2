import type { Api } from './api.ts';
import { leastSize, type Shape } from './shape.ts';
import { generatedHeader } from './types-code.ts';

const header = `${generatedHeader}// Stryker disable all: this code is generated, and the tests of the contract cover it.
// @ts-nocheck
`;

/** The validator of an event, as @middy/validator calls it. Each error is a clause of the sentence for the client. */
export function validatorCode({ request }: Api): string {
  return `${header}
export function validateEvent({ body }) {
const errors = [];
${checkOf(request.shape, 'body')}validateEvent.errors = errors;
return errors.length === 0;
}
`;
}

/** The statements that check a value. The path is the text of a template, with the indexes of lists. */
function checkOf(shape: Shape, value: string, path = ''): string {
  const { rule, fields, items } = shape;
  const failure = failuresOf(shape, value).join(' || ');
  const check = `if (${failure}) errors.push(\`${path || 'the body'}\` + ${JSON.stringify(` must be ${rule}`)});\n`;
  if (items !== undefined) {
    const [item, index] = [
      `${value.replaceAll('.', '_')}_item`,
      `${value.replaceAll('.', '_')}_index`,
    ];
    const each = checkOf(items, item, `${path}[\${${index}}]`);
    return `${check}else ${value}.forEach((${item}, ${index}) => {\n${each}});\n`;
  }
  if (fields.length === 0) return check;
  const checks = fields.map(({ name, isRequired, shape: field }) => {
    const [inner, place] = [`${value}.${name}`, path === '' ? name : `${path}.${name}`];
    const guard = isRequired
      ? `if (${inner} === undefined) errors.push(\`${place} is required\`);\nelse`
      : `if (${inner} !== undefined)`;
    return `${guard} {\n${checkOf(field, inner, place)}}\n`;
  });
  const names = JSON.stringify(fields.map(({ name }) => name));
  // plantOf leaves out unknown fields of the body; below it, they are removed here.
  const removal = `for (const key in ${value}) if (!${names}.includes(key)) delete ${value}[key];\n`;
  return `${check}else {\n${path === '' ? '' : removal}${checks.join('')}}\n`;
}

/** The conditions under which a value breaks its rule. The parsed body is not plain JSON: an int64 is a bigint. */
function failuresOf({ kind, limits, bounds }: Shape, value: string): string[] {
  const { minLength, maxLength, minItems, maxItems, pattern, enum: values } = limits;
  switch (kind) {
    case 'object':
      return [`Object(${value}) !== ${value}`, `Array.isArray(${value})`];
    case 'array':
      return [`!Array.isArray(${value})`, ...outside(`${value}.length`, minItems, maxItems)];
    case 'string':
      return [
        `typeof ${value} !== "string"`,
        `!${value}.isWellFormed()`,
        // A character beyond 16 bits counts once: without its first half.
        ...outside(`${value}.replace(/[\\ud800-\\udbff]/g, "").length`, minLength, maxLength),
        ...(pattern ? [`!new RegExp(${JSON.stringify(pattern)}, "u").test(${value})`] : []),
        ...(values ? [`!${JSON.stringify(values)}.includes(${value})`] : []),
      ];
    case 'integer':
      return [`!Number.isInteger(${value})`, ...outside(value, ...(bounds ?? []))];
    case 'number':
      return [
        `typeof ${value} !== "number"`,
        ...outside(value, ...(bounds ?? [])),
        `${value} !== 0 && Math.abs(${value}) < ${leastSize}`,
      ];
    default:
      return [
        `typeof ${value} !== "${kind === 'int64' ? 'bigint' : kind}"`,
        ...outside(value, ...(bounds ?? [])),
      ];
  }
}

function outside(value: string, least?: number | bigint, most?: number | bigint): string[] {
  const literal = (bound: number | bigint) => (typeof bound === 'bigint' ? `${bound}n` : bound);
  return [
    ...(least === undefined ? [] : [`${value} < ${literal(least)}`]),
    ...(most === undefined ? [] : [`${value} > ${literal(most)}`]),
  ];
}
