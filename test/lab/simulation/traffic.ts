import { poisson, type Random } from './random.ts';
import type { Timeline } from './timeline.ts';

/** What may become of a request, and what is counted for it. */
const outcomes = {
  served: { inTime: 1, Served: 1, creates: 1 },
  slow: { Served: 1, creates: 1 },
  mistaken: { inTime: 1, creates: 1, '4xx': 1, ClientFailures: 1 },
  '1000': { inTime: 1, creates: 1, '4xx': 1, UnexpectedFailures: 1, Failed: 1 },
  '1006': { creates: 1, '4xx': 1, StoreUnavailable: 1, Failed: 1, failedWrites: 3 },
  crashed: { inTime: 1, creates: 1, crashes: 1, '5xx': 1, Failed: 1 },
  // Not by the gateway's permission, or not for want of concurrency.
  uninvoked: { inTime: 1, '5xx': 1, Failed: 1 },
  throttled: { inTime: 1, '4xx': 1, Failed: 1 },
  undecided: { inTime: 1, decisions: 1, undecided: 1, '5xx': 1, TokenStoreFaults: 1, Failed: 1 },
} satisfies Record<string, Readonly<Record<string, number>>>;

export type Outcome = keyof typeof outcomes;

/** Of all requests, the share that becomes what; the rest is served. */
export type Shares = Partial<Readonly<Record<Outcome, number>>>;

/** By what is counted: the metric, as cloudwatch.ts names it, and of what it has a sample each. */
const metrics: Readonly<Record<string, readonly [name: string, samples: string]>> = {
  requests: ['AWS/ApiGateway Count', 'requests'],
  latency: ['AWS/ApiGateway Latency', 'requests'],
  inTime: ['AWS/ApiGateway Latency PR(:2000)', 'requests'],
  '4xx': ['AWS/ApiGateway 4xx', 'requests'],
  '5xx': ['AWS/ApiGateway 5xx', 'requests'],
  Served: ['PlantStore Served', 'requests'],
  Failed: ['PlantStore Failed', 'requests'],
  UnexpectedFailures: ['PlantStore UnexpectedFailures', 'creates'],
  StoreUnavailable: ['PlantStore StoreUnavailable', 'creates'],
  ClientFailures: ['PlantStore ClientFailures', 'creates'],
  TokenStoreFaults: ['PlantStore TokenStoreFaults', 'decisions'],
  RefusedTokens: ['PlantStore RefusedTokens', 'decisions'],
  creates: ['AWS/Lambda Invocations CreatePlant', 'creates'],
  crashes: ['AWS/Lambda Errors CreatePlant', 'creates'],
  decisions: ['AWS/Lambda Invocations Authorize', 'decisions'],
  undecided: ['AWS/Lambda Errors Authorize', 'decisions'],
  failedWrites: ['AWS/DynamoDB SystemErrors Plants', 'failedWrites'],
};

// Put together once, not for each of a million minutes.
const series = Object.entries(metrics).flatMap(([what, [name, samples]]) => [
  { name, what },
  { name: `${name} samples`, what: samples },
]);

/** Adds a minute of requests that arrive by chance, and some that do not, as the metrics of AWS tell of it. */
export function addMinute(
  data: Timeline,
  random: Random,
  perSecond: number,
  shares: Shares,
  exactly: Partial<Readonly<Record<Outcome, number>>> = {},
): void {
  const counted: Record<string, number> = { requests: 0, decisions: 0 };
  const served = 1 - Object.values(shares).reduce((sum, share) => sum + share, 0);
  const count = (what: string, times: number) => {
    counted[what] = (counted[what] ?? 0) + times;
  };
  const add = (outcome: string, becameSo: number) => {
    count('requests', becameSo);
    for (const [what, times] of Object.entries(outcomes[outcome as Outcome])) {
      count(what, times * becameSo);
    }
  };
  for (const [outcome, share] of Object.entries(shares)) {
    add(outcome, poisson(60 * perSecond * share, random));
  }
  add('served', poisson(60 * perSecond * served, random));
  for (const [outcome, requests] of Object.entries(exactly)) add(outcome, requests);
  count('decisions', poisson(60 * perSecond * served * authorizedShare(perSecond), random));
  const counts: Record<string, number> = {};
  for (const { name, what } of series) counts[name] = counted[what] ?? 0;
  data.add(counts);
}

/** They share the traffic evenly, and are more where there is more of it. */
function clientsAt(perSecond: number): number {
  return Math.max(1, Math.round(10 * perSecond ** 0.5));
}

const rememberedSeconds = 300;

/** Of all requests, how many need the authorizer: the first of a client after the gateway's memory ran out. */
export function authorizedShare(perSecond: number): number {
  return 1 / (1 + (rememberedSeconds * perSecond) / clientsAt(perSecond));
}

/** How many meet an authorizer that has had no answer for so many seconds, as the gateway's memory runs out. */
export function unrememberedShare(perSecond: number, seconds: number): number {
  const left = Math.max(0, rememberedSeconds - seconds);
  return 1 - left / (rememberedSeconds + clientsAt(perSecond) / perSecond);
}
