import { isRecord, onlyProperties, type Resource } from './cloudformation.ts';
import { resolve, type Scope } from './intrinsics.ts';
import { TemplateError } from './template-error.ts';

export interface Throttle {
  readonly rate: number;
  readonly burst: number;
}

export interface Stage {
  readonly variables?: Readonly<Record<string, string>>;
  /** Absent: only the account's own limits hold, and they are far above a laptop. */
  readonly throttle?: Throttle;
  readonly routeThrottles: Readonly<Record<string, Throttle>>;
}

export function readStage(id: string, resource: Resource, scope: Scope): Stage {
  const properties = resource.Properties ?? {};
  onlyProperties(
    id,
    properties,
    ['DefaultRouteSettings', 'RouteSettings', 'StageName', 'StageVariables'],
    ['AccessLogSettings', 'ApiId', 'AutoDeploy', 'Description', 'Tags'],
  );
  if (properties['StageName'] !== '$default') {
    throw new TemplateError(
      `The stage ${String(properties['StageName'])} is not $default, the only one that runs locally.`,
    );
  }
  const throttle = throttleOf(resolve(properties['DefaultRouteSettings'], scope));
  const variables = resolve(properties['StageVariables'], scope);
  const routes = resolve(properties['RouteSettings'] ?? {}, scope);
  return {
    ...(isRecord(variables) && { variables: variables as Record<string, string> }),
    ...(throttle && { throttle }),
    routeThrottles: Object.fromEntries(
      Object.entries(routes as object).flatMap(([key, settings]) => {
        const own = throttleOf(settings);
        return own ? [[key, own]] : [];
      }),
    ),
  };
}

function throttleOf(settings: unknown): Throttle | undefined {
  if (!isRecord(settings) || settings['ThrottlingRateLimit'] === undefined) return undefined;
  const rate = Number(settings['ThrottlingRateLimit']);
  return { rate, burst: Number(settings['ThrottlingBurstLimit'] ?? rate) };
}
