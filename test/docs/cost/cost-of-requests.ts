import { gigabyte, prices } from './prices.ts';

/** How the service is used. Measure each of these in a running service. */
export const usualUsage = {
  requests: 1_000_000,
  requestsPerSecond: 10,
  /** Requests for each call of the authorizer, because the gateway caches its answers. */
  requestsPerAuthorization: 100,
  memoryMegabytes: 512,
  createPlantMilliseconds: 15,
  authorizeMilliseconds: 15,
  /** The access log's line of one request, and Lambda's two lines of one invocation. */
  accessLogBytes: 550,
  functionLogBytes: 700,
  answerBytes: 400,
};

/** US dollars for so many plants of up to 1 KB, by part. */
export function costOfRequests(usage: typeof usualUsage): Record<string, number> {
  const { requests, requestsPerSecond, requestsPerAuthorization } = usage;
  const authorizations = requests / requestsPerAuthorization;
  const invocations = requests + authorizations;
  const milliseconds =
    requests * usage.createPlantMilliseconds + authorizations * usage.authorizeMilliseconds;
  const logged = requests * usage.accessLogBytes + invocations * usage.functionLogBytes;
  // Each function samples by itself, and the authorizer is called less often.
  const traced =
    requests * tracedShare(requestsPerSecond) +
    authorizations * tracedShare(requestsPerSecond / requestsPerAuthorization);
  return {
    'API Gateway': requests * prices.gatewayRequest,
    'Lambda, invocations': invocations * prices.invocation,
    'Lambda, time': (milliseconds / 1000) * (usage.memoryMegabytes / 1024) * prices.gigabyteSecond,
    'DynamoDB, writes': requests * prices.writeUnit,
    'DynamoDB, reads': authorizations * prices.readUnit,
    Logs: (logged / gigabyte) * prices.loggedGigabyte,
    Traces: traced * prices.trace,
    'Data out': ((requests * usage.answerBytes) / gigabyte) * prices.sentGigabyte,
  };
}

/** US dollars a month for a probe that runs each minute: a plant with a new token, and a refusal. */
export function costOfProbe(): Record<string, number> {
  const runs = 30 * 24 * 60;
  // The probe, two decisions and one plant.
  const invocations = 4 * runs;
  const milliseconds =
    300 + 2 * usualUsage.authorizeMilliseconds + usualUsage.createPlantMilliseconds;
  const logged = 2 * usualUsage.accessLogBytes + 4 * usualUsage.functionLogBytes;
  return {
    'API Gateway': 2 * runs * prices.gatewayRequest,
    Lambda:
      invocations * prices.invocation +
      ((runs * milliseconds) / 1000) * (usualUsage.memoryMegabytes / 1024) * prices.gigabyteSecond,
    // The token is written and deleted, and the plant is written. Both tokens are read.
    DynamoDB: runs * (3 * prices.writeUnit + 2 * prices.readUnit),
    Logs: ((runs * logged) / gigabyte) * prices.loggedGigabyte,
    // Rare calls are all traced.
    Traces: invocations * prices.trace,
    // A value for each new instance and each failed run: about one in an hour.
    Metric: prices.metricMonth + 30 * 24 * prices.metricCall,
  };
}

/** US dollars for the copies of the plants in other regions. A replicated write costs as much as any other. */
export function costOfReplication(requests: number, regions: number): number {
  const copies = requests * (regions - 1);
  return copies * prices.writeUnit + ((copies * 1024) / gigabyte) * prices.replicatedGigabyte;
}

// Lambda traces one invocation a second and 5 % of the rest; the rate cannot be set:
// https://docs.aws.amazon.com/lambda/latest/dg/services-xray.html
function tracedShare(perSecond: number): number {
  return Math.min(1, (1 + 0.05 * Math.max(0, perSecond - 1)) / perSecond);
}
