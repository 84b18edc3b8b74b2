import { expect, it } from 'vitest';
import { costOfRequests, usualUsage } from '../../../infra/cost/cost-of-requests.ts';
import { seriesOf } from './dashboard-series.ts';

const title = 'US dollars an hour, at list prices of US East';

/** What the metrics of an hour are when it is as COST.md supposes. */
const metricsOf = (requests: number) => {
  const { accessLogBytes, functionLogBytes, createPlantMilliseconds, authorizeMilliseconds } =
    usualUsage;
  const authorizes = requests / usualUsage.requestsPerAuthorization;
  return {
    requests,
    creates: requests,
    writes: requests,
    createMs: requests * createPlantMilliseconds,
    authorizes,
    reads: authorizes,
    authorizeMs: authorizes * authorizeMilliseconds,
    log0: requests * functionLogBytes,
    log1: authorizes * functionLogBytes,
    log2: requests * accessLogBytes,
  };
};

it.each([1, 10, 1000])('the last graph reckons as COST.md does, at %i a second', (perSecond) => {
  const requests = perSecond * 3600;
  const cost = costOfRequests({ ...usualUsage, requests, requestsPerSecond: perSecond });
  const drawn = seriesOf(title, metricsOf(requests));
  for (const part of ['API Gateway', 'Lambda', 'DynamoDB', 'Logs', 'Traces', 'Data out']) {
    const reckoned = Object.entries(cost)
      .filter(([name]) => name.split(',')[0] === part)
      .reduce((sum, [, dollars]) => sum + dollars, 0);
    expect(drawn[part], part).toBeCloseTo(reckoned, 4);
  }
  const together = Object.values(drawn).reduce<number>((sum, part) => sum + Number(part), 0);
  expect(together).toBeCloseTo(
    Object.values(cost).reduce((sum, part) => sum + part),
    4,
  );
});

it('an hour without a request costs nothing', () => {
  const names = Object.keys(metricsOf(1));
  const none = Object.fromEntries(names.map((name) => [name, undefined]));
  expect(new Set(Object.values(seriesOf(title, none)))).toEqual(new Set([0]));
});
