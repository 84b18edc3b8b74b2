/**
 * Replaces a cache of endpoints, 9 kB in four packages: DynamoDB has one endpoint for each region, and
 * the stack sets it.
 */
export function resolveEndpointDiscoveryConfig<Config>(config: Config): Config {
  return config;
}

export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => false,
};
