import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isFolder, isRecord, UsageError } from '../../../infra/base.ts';
import type { Properties } from './cloudformation.ts';
import { readTemplate, type ServiceModel } from './service-model.ts';

/** Reads the one stack in a folder that synth wrote, with the folders of its functions. */
export function readCloudAssembly(folder: string): ServiceModel {
  const { artifacts } = readJson(folder, 'manifest.json');
  const fileOf = (type: string, key: string) => {
    const [artifact, ...others] = Object.values((artifacts ?? {}) as Record<string, Properties>)
      .filter((one) => one['type'] === type)
      .map(({ properties }) => String((properties as Properties | undefined)?.[key]));
    if (artifact && others.length === 0) return artifact;
    throw damaged(folder, 'manifest.json');
  };
  const template = readJson(folder, fileOf('aws:cloudformation:stack', 'templateFile'));
  const assets = readJson(folder, fileOf('cdk:asset-manifest', 'file'));
  const model = readTemplate({ Resources: {}, ...template }, assets);
  const functions = [...model.functions].map(([name, lambda]) => {
    const code = resolve(folder, lambda.folder);
    if (!isFolder(code)) throw damaged(folder, lambda.folder);
    return [name, { ...lambda, folder: code }] as const;
  });
  return { ...model, functions: new Map(functions) };
}

function readJson(folder: string, file: string): Properties {
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    if (isRecord(value)) return value;
  } catch {
    // An interrupted synth leaves such a file.
  }
  throw damaged(folder, file);
}

function damaged(folder: string, file: string): UsageError {
  return new UsageError(
    `${folder} is not a folder that cdk synth wrote: ${file} is missing or damaged.`,
  );
}
