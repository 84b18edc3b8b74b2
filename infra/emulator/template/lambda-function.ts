import {
  type AssetManifest,
  isRecord,
  onlyProperties,
  type Properties,
  type Resource,
} from './cloudformation.ts';
import { resolve, type Scope } from './intrinsics.ts';
import { TemplateError } from './template-error.ts';

export interface LambdaFunction {
  readonly name: string;
  readonly handler: string;
  readonly folder: string;
  readonly memoryMegabytes: number;
  readonly timeoutSeconds: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly jsonLogs: boolean;
  readonly logLevel: string;
  readonly logGroup: string;
}

const served = [
  'Code',
  'Environment',
  'FunctionName',
  'Handler',
  'LoggingConfig',
  'MemorySize',
  'Runtime',
  'Timeout',
];

const withoutEffect = [
  'Architectures',
  'Description',
  'KmsKeyArn',
  'RecursiveLoop',
  'ReservedConcurrentExecutions',
  'Role',
  'RuntimeManagementConfig',
  'Tags',
  'TracingConfig',
];

export function readFunction(
  id: string,
  resource: Resource,
  scope: Scope,
  assets: AssetManifest,
): LambdaFunction {
  const properties = resource.Properties ?? {};
  const name = scope.names.get(id) ?? id;
  onlyProperties(name, properties, served, withoutEffect);
  const runtime = resolve(properties['Runtime'], scope);
  if (typeof runtime !== 'string' || !runtime.startsWith('nodejs')) {
    throw new TemplateError(`${name} needs the runtime ${runtime}; only Node.js runs locally.`);
  }
  const logging = section(properties['LoggingConfig'], scope);
  return {
    name,
    handler: String(resolve(properties['Handler'], scope)),
    folder: folderOf(name, section(properties['Code'], scope), assets),
    memoryMegabytes: Number(resolve(properties['MemorySize'] ?? 128, scope)),
    timeoutSeconds: Number(resolve(properties['Timeout'] ?? 3, scope)),
    environment: environmentOf(section(properties['Environment'], scope)),
    jsonLogs: logging['LogFormat'] === 'JSON',
    logLevel: String(logging['ApplicationLogLevel'] ?? 'INFO'),
    logGroup: String(logging['LogGroup'] ?? `/aws/lambda/${name}`),
  };
}

function section(value: unknown, scope: Scope): Properties {
  const resolved = resolve(value ?? {}, scope);
  return isRecord(resolved) ? resolved : {};
}

function environmentOf({ Variables: variables }: Properties): Record<string, string> {
  if (!isRecord(variables)) return {};
  return Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, String(value)]));
}

function folderOf(name: string, code: Properties, assets: AssetManifest): string {
  const hash = String(code['S3Key'] ?? '').replace(/\.zip$/, '');
  const folder = assets.files?.[hash]?.source.path;
  if (!folder) {
    throw new TemplateError(`The code of ${name} is not one of the folders that synth wrote.`);
  }
  return folder;
}
