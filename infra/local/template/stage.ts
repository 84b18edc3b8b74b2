import { isRecord } from '../../record.ts';
import {
  type CloudFormationTemplate,
  onlyProperties,
  type Resource,
  TemplateError,
} from './cloudformation.ts';
import { resolve } from './intrinsics.ts';

export interface Throttle {
  readonly rate: number;
  readonly burst: number;
}

export interface Stage {
  /** Without it, only the account's own limits apply. A laptop does not reach them. */
  readonly throttle?: Throttle;
}

export function readStage(id: string, resource: Resource, template: CloudFormationTemplate): Stage {
  const properties = resource.Properties ?? {};
  onlyProperties(
    id,
    properties,
    ['DefaultRouteSettings', 'StageName'],
    ['AccessLogSettings', 'ApiId', 'AutoDeploy', 'Description', 'Tags'],
  );
  if (properties['StageName'] !== '$default') {
    throw new TemplateError(
      `The stage ${String(properties['StageName'])} is not $default, the only one that runs locally.`,
    );
  }
  const settings = resolve(properties['DefaultRouteSettings'], template);
  if (!isRecord(settings) || settings['ThrottlingRateLimit'] === undefined) return {};
  const rate = Number(settings['ThrottlingRateLimit']);
  return { throttle: { rate, burst: Number(settings['ThrottlingBurstLimit'] ?? rate) } };
}
