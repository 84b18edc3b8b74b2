import { gigabyte, prices } from './prices.ts';

/** How the service is used. Measure each of these in a running service. */
export interface Usage {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** Requests for each call of the authorizer, since the gateway caches its answers. */
  readonly requestsPerAuthorization: number;
  readonly memoryMegabytes: number;
  readonly createPlantMilliseconds: number;
  readonly authorizeMilliseconds: number;
  /** The access log's line of one request, and Lambda's two lines of one invocation. */
  readonly accessLogBytes: number;
  readonly functionLogBytes: number;
  readonly answerBytes: number;
}

export const usualUsage: Usage = {
  requests: 1_000_000,
  requestsPerSecond: 10,
  requestsPerAuthorization: 100,
  memoryMegabytes: 512,
  createPlantMilliseconds: 15,
  authorizeMilliseconds: 15,
  accessLogBytes: 550,
  functionLogBytes: 700,
  answerBytes: 400,
};

/** US dollars for so many plants of up to 1 KB, by part. */
export function costOfRequests(usage: Usage): Record<string, number> {
  const { requests } = usage;
  const authorizations = requests / usage.requestsPerAuthorization;
  const invocations = requests + authorizations;
  const seconds =
    (requests * usage.createPlantMilliseconds + authorizations * usage.authorizeMilliseconds) /
    1000;
  const logged = requests * usage.accessLogBytes + invocations * usage.functionLogBytes;
  // Each function samples by itself, and the authorizer is called less often.
  const traced =
    requests * tracedShare(usage.requestsPerSecond) +
    authorizations * tracedShare(usage.requestsPerSecond / usage.requestsPerAuthorization);
  return {
    'API Gateway': requests * prices.gatewayRequest,
    'Lambda, invocations': invocations * prices.invocation,
    'Lambda, time': seconds * (usage.memoryMegabytes / 1024) * prices.gigabyteSecond,
    'DynamoDB, writes': requests * prices.writeUnit,
    'DynamoDB, reads': authorizations * prices.readUnit,
    Logs: (logged / gigabyte) * prices.loggedGigabyte,
    Traces: traced * prices.trace,
    'Data out': ((requests * usage.answerBytes) / gigabyte) * prices.sentGigabyte,
  };
}

/** US dollars for the same plants in more regions, each of which gets an equal share of the requests. */
export function costOfRegions(usage: Usage, regions: number) {
  const { requests, requestsPerSecond } = usage;
  const copies = requests * (regions - 1);
  const shared = costOfRequests({ ...usage, requestsPerSecond: requestsPerSecond / regions });
  return {
    // A replicated write costs as much as any other; a witness costs nothing:
    // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/global-tables-billing.html
    // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-global-table-design.html
    replication:
      copies * prices.writeUnit + ((copies * 1024) / gigabyte) * prices.replicatedGigabyte,
    requests: Object.values(shared).reduce((total, cost) => total + cost),
  };
}

// Lambda traces one invocation a second and 5 % of the rest; the rate cannot be set:
// https://docs.aws.amazon.com/lambda/latest/dg/services-xray.html
function tracedShare(perSecond: number): number {
  return Math.min(1, (1 + 0.05 * Math.max(0, perSecond - 1)) / perSecond);
}
