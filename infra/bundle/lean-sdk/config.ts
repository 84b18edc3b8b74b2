/**
 * Replaces 8 kB that read settings from ~/.aws and from an EC2 machine's metadata, which Lambda does not
 * have. Here a setting comes from its environment variable, or is the SDK's default.
 */
export function loadConfig<T>({ environmentVariableSelector, default: initial }: Selectors<T>) {
  return async (): Promise<T | undefined> =>
    environmentVariableSelector(process.env) ??
    (typeof initial === 'function' ? (initial as () => T)() : initial);
}

interface Selectors<T> {
  readonly environmentVariableSelector: (env: NodeJS.ProcessEnv) => T | undefined;
  readonly default?: T | (() => T);
}

export function booleanSelector(
  values: Record<string, string | undefined>,
  key: string,
  type: string,
): boolean | undefined {
  const value = values[key];
  if (value === undefined) return undefined;
  if (value === 'true' || value === 'false') return value === 'true';
  throw new Error(`Cannot load ${type} "${key}". Expected "true" or "false", got ${value}.`);
}

export const SelectorType = { ENV: 'env', CONFIG: 'shared config entry' };
export const CONFIG_PREFIX_SEPARATOR = '.';
export const REGION_ENV_NAME = 'AWS_REGION';
export const REGION_INI_NAME = 'region';

export const NODE_REGION_CONFIG_FILE_OPTIONS = {};
export const NODE_REGION_CONFIG_OPTIONS: Selectors<string> = {
  environmentVariableSelector: (env) => env[REGION_ENV_NAME],
  default: () => {
    throw new Error(`Region is missing: set ${REGION_ENV_NAME}`);
  },
};

function flag(name: string): Selectors<boolean> {
  return {
    environmentVariableSelector: (env) => booleanSelector(env, name, SelectorType.ENV),
    default: false,
  };
}

export const NODE_USE_DUALSTACK_ENDPOINT_CONFIG_OPTIONS = flag('AWS_USE_DUALSTACK_ENDPOINT');
export const NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS = flag('AWS_USE_FIPS_ENDPOINT');

/** The SDK's default, which does not change the settings of document-client.ts. */
export function resolveDefaultsModeConfig() {
  return async () => 'legacy';
}

/** Here the SDK turns fips-us-east-1 into us-east-1. AWS_REGION never has such a name. */
export function resolveRegionConfig<Config extends { region: () => Promise<string> }>(
  config: Config,
): Config {
  return config;
}

export class ProviderError extends Error {
  override readonly name = 'ProviderError';
}
