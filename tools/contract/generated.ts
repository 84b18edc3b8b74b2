import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onFile, Problem } from '../../infra/base.ts';
import { apiOf } from './api.ts';
import { contractText, readContract } from './contract.ts';
import { clientCode, fieldsCode } from './types-code.ts';
import { validatorCode } from './validator-code.ts';

const ownProject = join(import.meta.dirname, '../..');

/** Writes the files that do not fit the contract, and returns their paths. All code is made before one is written. */
export function generate(openapi = contractText(), project = ownProject): string[] {
  const files = unfitting(openapi, project);
  for (const [path, code] of files) {
    onFile(path, 'written', () => writeFileSync(join(project, path), code));
  }
  return files.map(([path]) => path);
}

/** Throws a Problem if a generated file does not fit the contract. */
export function checkGenerated(openapi = contractText(), project = ownProject): void {
  for (const [path] of unfitting(openapi, project)) {
    throw new Problem(`${path} does not fit openapi.yaml. Run: npm run generate`);
  }
}

function unfitting(openapi: string, project: string) {
  const api = apiOf(readContract(openapi));
  const folder = api.operation.operationId.replace(
    /[A-Z]/g,
    (letter) => `-${letter.toLowerCase()}`,
  );
  const files = [
    [`functions/${folder}/contract.generated.ts`, fieldsCode(api)],
    [`functions/${folder}/validate-event.generated.ts`, validatorCode(api)],
    ['tools/contract/client/contract.generated.ts', clientCode(api)],
  ] as const;
  return files.filter(([path, code]) => {
    const file = join(project, path);
    return !existsSync(file) || readFileSync(file, 'utf8') !== code;
  });
}
