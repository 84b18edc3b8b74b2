import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ownService from '../../functions/service.ts';
import { Problem } from '../../infra/project/problem.ts';
import { projectFolder } from '../../infra/project/project-folder.ts';
import { withFile } from '../shared/with-file.ts';
import { readContract, readContractText } from './contract.ts';
import { keysCode } from './keys-code.ts';
import { operationCode } from './operation-code.ts';
import { readOperationSchemas } from './operation-schemas.ts';
import { checkServiceLists, type ServiceLists } from './service-lists.ts';

const folder = 'functions/contract';

/** Writes the contract's code, and returns its folder. */
export async function writeContractCode(
  openapi = readContractText(),
  folderOfProject = projectFolder,
  lists: ServiceLists = ownService,
) {
  const code = await contractCode(openapi, lists);
  // `npm run dev` starts again after a write.
  if (isUpToDate(code, folderOfProject)) return folder;
  withFile(folder, 'written', () => {
    mkdirSync(join(folderOfProject, folder), { recursive: true });
    for (const file of generatedFiles(folderOfProject))
      if (!code.has(file)) rmSync(join(folderOfProject, file));
    for (const [file, text] of code) writeFileSync(join(folderOfProject, file), text);
  });
  return folder;
}

/** Throws a Problem if the contract's code does not fit the contract. */
export async function checkContractCode(): Promise<void> {
  if (isUpToDate(await contractCode(readContractText(), ownService), projectFolder)) return;
  throw new Problem(`${folder} does not match openapi.yaml. Run: npm run generate`);
}

function isUpToDate(code: ReadonlyMap<string, string>, folderOfProject: string): boolean {
  const files = generatedFiles(folderOfProject);
  if (files.length !== code.size) return false;
  return files.every(
    (file) => code.get(file) === readFileSync(join(folderOfProject, file), 'utf8'),
  );
}

function generatedFiles(folderOfProject: string): string[] {
  return globSync(`${folder}/*.generated.ts`, { cwd: folderOfProject }).map((file) =>
    file.replaceAll('\\', '/'),
  );
}

/** The files of the contract's code, with their texts: one for the keys, and one for each operation. */
async function contractCode(openapi: string, lists: ServiceLists): Promise<Map<string, string>> {
  const all = readOperationSchemas(readContract(openapi));
  checkServiceLists(lists, all);
  const code = new Map([fileOf('keys', keysCode(all))]);
  for (const one of all) code.set(...fileOf(one.operation.id, await operationCode(one)));
  return code;
}

function fileOf(name: string, code: string): [file: string, text: string] {
  const inKebabCase = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return [
    `${folder}/${inKebabCase}.generated.ts`,
    `// Written by \`npm run generate\` from openapi.yaml.\n${code}`,
  ];
}
