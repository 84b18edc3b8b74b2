import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onFile, Problem } from '../../infra/base.ts';
import { apiOf } from './api.ts';
import { clientCode } from './client-code.ts';
import { contractText, readContract } from './contract.ts';
import { fieldsCode } from './fields-code.ts';
import { validatorCode } from './validator-code.ts';

const ownProject = join(import.meta.dirname, '../..');

/** Writes the files that do not fit the contract, and returns their paths. All code is made before one is written. */
export function generate(openapi = contractText(), project = ownProject): string[] {
  return unfitting(openapi, project).map(([path, code]) => {
    onFile(path, 'written', () => writeFileSync(join(project, path), code));
    return path;
  });
}

/** Throws a Problem if a generated file does not fit the contract. */
export function checkGenerated(openapi = contractText(), project = ownProject): void {
  const [[path] = []] = unfitting(openapi, project);
  if (path === undefined) return;
  throw new Problem(`${path} does not fit openapi.yaml. Run: npm run generate`);
}

function unfitting(openapi: string, project: string): (readonly [path: string, code: string])[] {
  const contract = readContract(openapi);
  const { operationId } = apiOf(contract).operation;
  const folder = operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const files = [
    [`functions/${folder}/contract.generated.ts`, fieldsCode(contract)],
    [`functions/${folder}/validate-event.generated.ts`, validatorCode(contract)],
    ['tools/contract/client/contract.generated.ts', clientCode(contract)],
  ] as const;
  return files.filter(([path, code]) => textOf(join(project, path)) !== code);
}

/** Empty if there is no such file. */
function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
