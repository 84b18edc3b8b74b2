import timers from 'node:timers/promises';
import { afterAll, expect, it, vi } from 'vitest';
import { probeIdentity } from '../../../functions/shared/probe-identity.ts';
import { probeItem } from '../../../functions/shared/probe-item.ts';
import { itemOf } from '../../../tools/test/setup/contract.ts';
import { startRecordingProxy } from '../../../tools/test/setup/recording-proxy.ts';
import { startCloudWatch } from './cloudwatch.ts';
import { probeEnvironment } from './probe-run.ts';

const cloudWatch = await startCloudWatch();
const store = await startRecordingProxy();
afterAll(() => {
  for (const { stop } of [cloudWatch, store]) stop();
});

it('wires the probe to the tables that the environment names, and to CloudWatch', async () => {
  vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined);
  for (const level of ['warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(() => {});
  const { url, metrics } = cloudWatch;
  const variables = { ...probeEnvironment(url), AWS_ENDPOINT_URL_DYNAMODB: store.url };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const { handler } = await import('../../../functions/probe/handler.ts');
  // Nothing there answers as the service does.
  await expect(handler({ url, namespace: 'PlantStore' })).rejects.toThrow();
  const [token, plant] = store.calls.map(({ body }) => JSON.parse(body));
  expect(token).toMatchObject({
    TableName: 'Tokens',
    Item: { client: { S: probeIdentity.client } },
  });
  expect(plant).toMatchObject({ TableName: 'Plants', Key: itemOf(probeItem.Key) });
  // Dashboards and alarms of others can name it.
  const MetricData = [{ MetricName: 'ProbeFailures' }];
  expect(metrics).toMatchObject([{ Namespace: 'PlantStore', MetricData }]);
});
