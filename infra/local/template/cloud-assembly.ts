import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../problem.ts';
import {
  type AssetManifest,
  type CloudFormationTemplate,
  TemplateError,
} from './cloudformation.ts';
import { readTemplate, type ServiceModel } from './service-model.ts';

interface Artifact {
  readonly type: string;
  readonly properties?: { readonly templateFile?: string; readonly file?: string };
}

function readManifest(read: (file: string) => unknown, folder: string) {
  try {
    return read('manifest.json') as { artifacts: Record<string, Artifact> };
  } catch {
    throw new UsageError(`${folder} is not a folder that cdk synth wrote.`);
  }
}

/** Reads the one stack in a folder that synth wrote, with the folders of its functions. */
export function readCloudAssembly(folder: string): ServiceModel {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const { artifacts } = readManifest(read, folder);
  const ofType = (type: string) => Object.values(artifacts).filter((one) => one.type === type);
  const [stack, ...others] = ofType('aws:cloudformation:stack');
  if (!stack?.properties?.templateFile || others.length > 0) {
    throw new TemplateError(`${folder} does not hold exactly one stack.`);
  }
  const [assets] = ofType('cdk:asset-manifest');
  const model = readTemplate(
    read(stack.properties.templateFile) as CloudFormationTemplate,
    assets?.properties?.file ? (read(assets.properties.file) as AssetManifest) : {},
  );
  const functions = [...model.functions].map(
    ([name, lambda]) => [name, { ...lambda, folder: resolve(folder, lambda.folder) }] as const,
  );
  return { ...model, functions: new Map(functions) };
}
