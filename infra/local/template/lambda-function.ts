import { isRecord } from '../../record.ts';
import {
  type CloudFormationTemplate,
  type Properties,
  type Resource,
  readProperties,
  TemplateError,
} from './cloudformation.ts';

/** CDK's asset manifest: the folder from which each Lambda zip is made. */
export interface AssetManifest {
  readonly files?: Readonly<Record<string, { readonly source: { readonly path?: string } }>>;
}

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

const served = ['Environment', 'Handler', 'LoggingConfig', 'MemorySize', 'Runtime', 'Timeout'];

/** The code is the folder that synth wrote. Its place in AWS has no effect. */
const withoutEffect = [
  'Architectures',
  'Code',
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
  const properties = readProperties(name, resource, template, served, withoutEffect);
  const { Handler: handler, Runtime: runtime } = properties;
  if (typeof runtime !== 'string' || !runtime.startsWith('nodejs')) {
    throw new TemplateError(`${name} needs the runtime ${runtime}; only Node.js runs locally.`);
  }
  const logging = recordOf(properties['LoggingConfig']);
  const { Variables: variables } = recordOf(properties['Environment']);
  return {
    name,
    handler: String(handler),
    folder: folderOf(name, resource.Properties?.['Code'], assets),
    memoryMegabytes: Number(properties['MemorySize'] ?? 128),
    timeoutSeconds: Number(properties['Timeout'] ?? 3),
    environment: Object.fromEntries(
      Object.entries(recordOf(variables)).map(([key, value]) => [key, String(value)]),
    ),
    jsonLogs: logging['LogFormat'] === 'JSON',
    logLevel: String(logging['ApplicationLogLevel'] ?? 'INFO'),
    logGroup: String(logging['LogGroup'] ?? `/aws/lambda/${name}`),
  };
}

function recordOf(value: unknown): Properties {
  return isRecord(value) ? value : {};
}

function folderOf(name: string, code: unknown, assets: AssetManifest): string {
  const hash = String((code as Properties | undefined)?.['S3Key']).replace(/\.zip$/, '');
  const folder = assets.files?.[hash]?.source.path;
  if (!folder) {
    throw new TemplateError(`The code of ${name} is not one of the folders that synth wrote.`);
  }
  return folder;
}
