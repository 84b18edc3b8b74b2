import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isRecord, UsageError } from '../../../infra/base.ts';
import { type CloudFormationTemplate, TemplateError } from './cloudformation.ts';
import type { AssetManifest } from './lambda-function.ts';
import { readTemplate, type ServiceModel } from './service-model.ts';

/** Reads the one stack in a folder that synth wrote, with the folders of its functions. */
export function readCloudAssembly(folder: string): ServiceModel {
  const artifacts = Object.values(readPart(folder, 'manifest.json', 'artifacts'));
  const fileOf = (type: string, key: string) =>
    artifacts
      .filter((one) => one['type'] === type)
      .map(({ properties }) => (isRecord(properties) ? String(properties[key]) : ''));
  const [template, ...others] = fileOf('aws:cloudformation:stack', 'templateFile');
  if (!template || others.length > 0) {
    throw new TemplateError(`${folder} does not hold exactly one stack.`);
  }
  readPart(folder, template, 'Resources');
  const [assets] = fileOf('cdk:asset-manifest', 'file');
  const model = readTemplate(
    readJson(folder, template) as unknown as CloudFormationTemplate,
    assets ? (readJson(folder, assets) as AssetManifest) : {},
  );
  const functions = [...model.functions].map(
    ([name, lambda]) => [name, { ...lambda, folder: resolve(folder, lambda.folder) }] as const,
  );
  return { ...model, functions: new Map(functions) };
}

type JsonObject = Readonly<Record<string, unknown>>;

/** One part of a file, in which each value is an object. */
function readPart(folder: string, file: string, key: string): Record<string, JsonObject> {
  const { [key]: part } = readJson(folder, file);
  if (isRecord(part) && Object.values(part).every(isRecord)) {
    return part as Record<string, JsonObject>;
  }
  throw damaged(folder, file);
}

function readJson(folder: string, file: string): JsonObject {
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
