import { isRecord } from '../../../infra/base.ts';
import { type Properties, TemplateError, unsupported } from './cloudformation.ts';
import type { ServedResource } from './resources.ts';

/** CDK's asset manifest: the folder from which each Lambda zip is made. */
export interface AssetManifest {
  readonly files?: Readonly<Record<string, { readonly source: { readonly path?: string } }>>;
}

export interface LambdaFunction {
  readonly name: string;
  readonly runtime: string;
  readonly handler: string;
  readonly folder: string;
  readonly memoryMegabytes: number;
  readonly timeoutSeconds: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly logLevel: string;
  readonly logGroup: string;
}

/** The code is not resolved: CDK writes the name of its bucket with Fn::Sub. */
export function readFunction(
  { id: name, properties }: ServedResource,
  code: unknown,
  assets: AssetManifest,
): LambdaFunction {
  const { Handler: handler, Runtime: runtime } = properties;
  if (typeof runtime !== 'string' || !runtime.startsWith('nodejs')) {
    throw new TemplateError(`${name} needs the runtime ${runtime}; only Node.js runs locally.`);
  }
  const logging = recordOf(properties['LoggingConfig']);
  // CloudFormation's default.
  const { LogFormat: format = 'Text' } = logging;
  if (format !== 'JSON') throw unsupported(`${name} writes its logs as ${format}`);
  const variables = recordOf(recordOf(properties['Environment'])['Variables']);
  return {
    name,
    runtime,
    handler: String(handler),
    folder: folderOf(name, code, assets),
    memoryMegabytes: Number(properties['MemorySize'] ?? 128),
    timeoutSeconds: Number(properties['Timeout'] ?? 3),
    environment: Object.fromEntries(
      Object.entries(variables).map(([key, value]) => [key, String(value)]),
    ),
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
