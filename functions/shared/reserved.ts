/** Reserved for the service's own checks: the probe, and the check of a release. No client has them. */
export const reserved = {
  /** The name in the logs. */
  client: 'probe',
  /** In the access log, also of a request that is refused. */
  userAgent: 'plant-store-probe',
  /** The metric of the probe's failed runs. */
  failedRuns: 'ProbeFailures',
  /** The start of the digests of their tokens. Their roles can only write such tokens, and no client has one. */
  digests: '00',
} as const;
