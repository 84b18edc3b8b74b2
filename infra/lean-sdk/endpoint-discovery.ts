/** In place of a cache of endpoints, 9 kB: DynamoDB has one endpoint a region, which the stack names. */
export const resolveEndpointDiscoveryConfig = <Config>(config: Config): Config => config;

export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => false,
};
