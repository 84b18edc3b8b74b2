import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { serveStack } from '../../../infra/local/deployment.ts';
import { anyLoopbackPort } from '../../../infra/local/machine/own-server.ts';
import { readCloudAssembly } from '../../../infra/local/template/cloud-assembly.ts';
import { startDynamodb } from '../../embedded-dynamodb.ts';
import { startReleaseAws } from '../../release-aws.ts';
import { assembly } from '../../synthesized.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { bundledHandler } from '../events/bundled-function.ts';

const dynamodb = await startDynamodb();
const aws = await startReleaseAws();
const right = readCloudAssembly(assembly);
const service = await serveStack(right, {
  dynamodbUrl: dynamodb.url,
  address: anyLoopbackPort,
  mostInstances: 1,
  onAnswer: () => {},
  onLog: () => {},
});
afterAll(async () => {
  aws.stop();
  await dynamodb.stop();
});

/** One run of the probe's bundle, as its schedule starts it. */
function run() {
  aws.metrics.length = 0;
  const probe = bundledHandler('Probe', {
    TOKENS_TABLE_NAME: 'Tokens',
    AWS_SESSION_TOKEN: 'session',
    AWS_ENDPOINT_URL_MONITORING: aws.url,
  });
  return probe({ url: service.url, namespace: 'PlantStore' });
}

/** The metric that the alarm watches, after one run. */
function counted(Value: number) {
  return [{ Namespace: 'PlantStore', MetricData: [{ MetricName: 'ProbeFailures', Value }] }];
}

type Name = 'CreatePlant' | 'Authorize';

/** The service, with one function changed. */
function withFunction(name: Name, change: object) {
  const changed = Object.assign({}, right.functions.get(name), change);
  return { ...right, functions: new Map([...right.functions, [name, changed]]) };
}

/** Another function in place of one of the service. */
function answering(name: Name, answer: object | 'crash') {
  const folder = temporaryFolder();
  const body = answer === 'crash' ? 'process.exit(1)' : `return ${JSON.stringify(answer)}`;
  writeFileSync(join(folder, 'index.mjs'), `export const handler = async () => { ${body} };`);
  return withFunction(name, { folder });
}

const withoutAuthorizer = {
  ...right,
  routes: right.routes.map(({ authorizer: _, ...route }) => route),
};
const refused = { statusCode: 400, body: '{"error":1003,"message":"id must be an integer"}' };

describe('the probe, behind the gateway', () => {
  it('finds the service right, again and again', async () => {
    for (let runs = 0; runs < 3; runs += 1) {
      expect(await run()).toMatchObject({ refused: expect.stringMatching('^403 ') });
    }
  });

  it.each([
    [
      'Authorize refuses everybody',
      answering('Authorize', { isAuthorized: false }),
      'A valid token: .* "403',
    ],
    [
      'Authorize lets everybody in',
      answering('Authorize', { isAuthorized: true }),
      'An unknown token: .* "200',
    ],
    ['Authorize crashes', answering('Authorize', 'crash'), 'A valid token: .* "500'],
    [
      'Authorize has no table',
      withFunction('Authorize', { environment: { TOKENS_TABLE_NAME: 'Missing' } }),
      'A valid token: .* "500',
    ],
    ['the authorizer is detached', withoutAuthorizer, 'An unknown token: .* "200'],
    ['the route is gone', { ...right, routes: [] }, 'A valid token: .* "404'],
    [
      'CreatePlant refuses every plant',
      answering('CreatePlant', refused),
      'A valid token: .* "400.*1003',
    ],
    ['CreatePlant crashes', answering('CreatePlant', 'crash'), 'A valid token: .* "500'],
    [
      'CreatePlant has no table',
      withFunction('CreatePlant', { environment: { PLANTS_TABLE_NAME: 'Missing' } }),
      'A valid token: .* "400.*1000',
    ],
  ])('sees at once that %s, and that it is over', async (_, broken, message) => {
    await service.swap(broken);
    await expect(run()).rejects.toThrow(new RegExp(message));
    expect(aws.metrics).toEqual(counted(1));
    await service.swap(right);
    await run();
    expect(aws.metrics).toEqual(counted(0));
  });

  it('sees that nothing listens any more', async () => {
    await service.close();
    await expect(run()).rejects.toThrow(/A valid token: .* "no answer: .*ECONNREFUSED/);
  });
});
