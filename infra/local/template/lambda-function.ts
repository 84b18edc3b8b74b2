import { isRecord } from '../../record.ts';
import {
  type AssetManifest,
  type CloudFormationTemplate,
  onlyProperties,
  type Properties,
  type Resource,
  TemplateError,
} from './cloudformation.ts';
import { resolve } from './intrinsics.ts';

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
  name: string,
  resource: Resource,
  template: CloudFormationTemplate,
  assets: AssetManifest,
): LambdaFunction {
  const properties = resource.Properties ?? {};
  onlyProperties(name, properties, served, withoutEffect);
  const runtime = resolve(properties['Runtime'], template);
  if (typeof runtime !== 'string' || !runtime.startsWith('nodejs')) {
    throw new TemplateError(`${name} needs the runtime ${runtime}; only Node.js runs locally.`);
  }
  const logging = section(properties['LoggingConfig'], template);
  return {
    name,
    handler: String(resolve(properties['Handler'], template)),
    folder: folderOf(name, properties['Code'], assets),
    memoryMegabytes: Number(resolve(properties['MemorySize'] ?? 128, template)),
    timeoutSeconds: Number(resolve(properties['Timeout'] ?? 3, template)),
    environment: environmentOf(section(properties['Environment'], template)),
    jsonLogs: logging['LogFormat'] === 'JSON',
    logLevel: String(logging['ApplicationLogLevel'] ?? 'INFO'),
    logGroup: String(logging['LogGroup'] ?? `/aws/lambda/${name}`),
  };
}

function section(value: unknown, template: CloudFormationTemplate): Properties {
  const resolved = resolve(value ?? {}, template);
  return isRecord(resolved) ? resolved : {};
}

function environmentOf({ Variables: variables }: Properties): Record<string, string> {
  if (!isRecord(variables)) return {};
  return Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, String(value)]));
}

function folderOf(name: string, code: unknown, assets: AssetManifest): string {
  const hash = String((code as Properties | undefined)?.['S3Key']).replace(/\.zip$/, '');
  const folder = assets.files?.[hash]?.source.path;
  if (!folder) {
    throw new TemplateError(`The code of ${name} is not one of the folders that synth wrote.`);
  }
  return folder;
}
