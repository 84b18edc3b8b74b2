import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { projectFolder } from '../../infra/project/project-folder.ts';
import { checksOf, checksOfPath } from './checks.ts';
import { createAjv } from './create-ajv.ts';
import type { OperationSchemas } from './operation-schemas.ts';

/**
 * The code of a function that checks an event with such a body and such parameters of the path. It drops the fields that
 * the body's schema does not have. Where a schema says `number`, it makes a number of a bigint, and where the schema of
 * a parameter says `integer`, it makes a bigint of the text.
 */
export async function validatorOf(
  { body, path }: Pick<OperationSchemas, 'body' | 'path'>,
  name: string,
): Promise<string> {
  // Its keywords were checked as they are written in the contract.
  const compiler = createAjv({ validateSchema: false });
  const properties = {
    ...(path && { pathParameters: checksOfPath(path) }),
    ...(body && { body: checksOf(body) }),
  };
  const event = { required: Object.keys(properties), properties };
  compiler.addSchema(event, name);
  // Also in a module, ajv writes `require` for some keywords: https://github.com/ajv-validator/ajv/issues/2209
  const { outputFiles } = await build({
    stdin: {
      contents: standaloneCode.default(compiler, { [name]: name }),
      resolveDir: projectFolder,
    },
    bundle: true,
    format: 'esm',
    write: false,
  });
  // Without the comment of esbuild about its input.
  return outputFiles.map(({ text }) => text.replace('// <stdin>\n', '')).join('');
}
