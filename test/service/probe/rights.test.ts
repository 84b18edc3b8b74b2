import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, it, vi } from 'vitest';
import { probeIdentity } from '../../../functions/shared/probe-identity.ts';
import { probeItem } from '../../../functions/shared/probe-item.ts';
import { deployedFunction, newInstance } from '../../../tools/test/setup/deployed-function.ts';
import { startDynamodb } from '../../../tools/test/setup/embedded-dynamodb.ts';
import { startRecordingProxy } from '../../../tools/test/setup/recording-proxy.ts';
import { startCloudWatch } from '../../functions/probe/cloudwatch.ts';
import { probeEnvironment, rightAnswers, send } from '../../functions/probe/probe-run.ts';
import { assembly } from '../../setup/synthesized.ts';
import { context } from '../../setup/test-events.ts';
import { actionOf, logRightsOf, rightsGranted, rightUsed, roleOf } from '../security/rights.ts';

const dynamodb = await startDynamodb();
const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: dynamodb.url }));
const store = await startRecordingProxy({ store: dynamodb.url });
const cloudWatch = await startCloudWatch();
// Answers the probe as the service does, and stores its plant.
const service = await startRecordingProxy({
  hook: async (response) => {
    const Item = { ...probeItem.Key, ...probeItem.fields };
    await documents.send(new PutCommand({ TableName: 'Plants', Item }));
    send(response, rightAnswers[service.calls.length - 1]);
  },
});
afterAll(async () => {
  for (const { stop } of [cloudWatch, service, store]) stop();
  await dynamodb.stop();
});

const { digestPrefix, id } = probeIdentity;

function onKeys(form: string) {
  return {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [form] },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  };
}
/** The rights on items of a table are limited to their keys, and that on metrics to their namespace. */
const conditions: Readonly<Record<string, object>> = {
  Tokens: onKeys(`${digestPrefix}*`),
  Plants: onKeys(id),
};
const onMetrics = { StringEquals: { 'cloudwatch:namespace': 'PlantStore' } };

it('the role of the probe allows exactly its recorded calls and its log, on its own keys', async () => {
  // The first one is for a service that it should not call.
  const endpoints = { AWS_ENDPOINT_URL: store.url, AWS_ENDPOINT_URL_DYNAMODB: store.url };
  const variables = { ...probeEnvironment(cloudWatch.url), ...endpoints };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const handler = await newInstance(deployedFunction(assembly, 'Probe'));
  await handler({ url: service.url, namespace: 'PlantStore' }, context());

  const onTables = store.calls.flatMap(rightUsed).map(({ right, key }) => {
    const [, table = ''] = right.split(' on ');
    if (table === 'Tokens') expect(key).toMatch(RegExp(`^${digestPrefix}`));
    else expect(key).toBe(id);
    return { right, condition: conditions[table] ?? {} };
  });
  const onCloudWatch = cloudWatch.calls.map(({ headers }) => {
    return { right: `cloudwatch:${actionOf(headers)} on *`, condition: onMetrics };
  });
  expect(cloudWatch.metrics).toMatchObject([{ Namespace: 'PlantStore' }]);
  const onLog = logRightsOf('Probe').map((right) => ({ right, condition: {} }));
  const needed = new Map([...onTables, ...onCloudWatch, ...onLog].map((one) => [one.right, one]));
  // As lists, so that nothing is granted twice.
  const byRight = (one: { right: string }, other: { right: string }) =>
    one.right < other.right ? -1 : 1;
  expect(rightsGranted(roleOf('Probe')).toSorted(byRight)).toEqual(
    [...needed.values()].toSorted(byRight),
  );
});
