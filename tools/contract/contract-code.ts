import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { _, Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { Problem } from '../../infra/base.ts';
import { onFile } from '../usage-error.ts';
import { contractText, operationOf, readContract, type Schema } from './contract.ts';

const ownProject = join(import.meta.dirname, '../..');
const path = 'functions/create-plant/validate-event.generated.ts';

/** Writes the validator if it does not fit the contract, and returns its path. */
export function generate(openapi = contractText(), project = ownProject): string | undefined {
  const code = validatorCode(openapi);
  if (code === written(project)) return undefined;
  onFile(path, 'written', () => writeFileSync(join(project, path), code));
  return path;
}

/** Throws a Problem if the validator does not fit the contract. */
export function checkGenerated(openapi = contractText(), project = ownProject): void {
  if (validatorCode(openapi) === written(project)) return;
  throw new Problem(`${path} does not fit openapi.yaml. Run: npm run generate`);
}

function written(project: string): string {
  return onFile(path, 'read', () => readFileSync(join(project, path), 'utf8'));
}

const head = `// Written by \`npm run generate\` from openapi.yaml.
// Stryker disable all: the tests of the contract cover it.
// @ts-nocheck
import type { Ajv } from 'ajv';
`;

/**
 * The code of a function that checks an event with a parsed body: its errors are in `validateEvent.errors`. In the
 * bundle, ajv itself would cost 130 ms of each start. It is strict: a rule that it does not know is an error.
 */
function validatorCode(openapi: string): string {
  const contract = readContract(openapi);
  const [media] = Object.values(operationOf(contract).requestBody.content);
  const { schemas } = contract.components;
  const components = JSON.parse(JSON.stringify({ schemas }), forJavaScript);
  const code = { source: true, esm: true, lines: true };
  const ajv = new Ajv({ allErrors: true, strictTypes: true, code });
  ajv.addVocabulary(['components']);
  ajv.addKeyword({
    keyword: 'isInt64',
    code: (context) => context.fail(_`typeof ${context.data} != "bigint"`),
    error: { message: `must be an integer between ${-(2n ** 63n)} and ${2n ** 63n - 1n}` },
  });
  ajv.addKeyword({
    keyword: 'isRounded',
    code: () => {
      throw new Error('an integer needs format: int64, because JavaScript rounds a large one');
    },
  });
  ajv.addKeyword({
    keyword: 'isWellFormed',
    type: 'string',
    code: (context) => context.fail(_`!${context.data}.isWellFormed()`),
    error: { message: 'must be well-formed Unicode' },
  });
  try {
    const properties = { body: media?.schema };
    ajv.addSchema({ $id: 'event', type: 'object', properties, components });
    const validator = standalone
      .default(ajv, { validateEvent: 'event' })
      .replaceAll(/"must be (string|number|boolean)"/g, '"must be a $1"')
      .replaceAll(/"must be (array|object)"/g, '"must be an $1"')
      // The tests import the file, which is an ES module.
      .replaceAll(
        /const (\w+) = require\("(.+)"\)\.default/g,
        'import $1Of from "$2.js";\nconst $1 = $1Of.default ?? $1Of',
      )
      // middy takes a compiled schema, and calls its type Ajv.
      .replace('validateEvent =', 'validateEvent: Ajv =');
    return `${head}\n${validator}`;
  } catch (error) {
    throw new Problem(`openapi.yaml: no validator can be made: ${(error as Error).message}.`);
  }
}

/**
 * exactInt64s() makes a bigint of each int64, which JSON Schema does not know. A text can hold half a character, which
 * the table would not keep. What only people read is left out of the code.
 */
function forJavaScript(name: string, value: unknown): unknown {
  const isNote =
    name === 'description'
      ? typeof value === 'string'
      : name === 'examples' && Array.isArray(value);
  if (isNote) return undefined;
  const { type, format, ...rules } = Object(value) as Schema;
  if (type === 'string') return { ...Object(value), isWellFormed: true };
  if (type === 'integer') return { ...rules, [format === 'int64' ? 'isInt64' : 'isRounded']: true };
  return value;
}
