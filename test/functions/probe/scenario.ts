import { CloudWatchClient, type CloudWatchClientConfig } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb';
import { onTestFinished } from 'vitest';
import { probeRun } from '../../../functions/probe/probe.ts';
import { type ProbeEvent, reportedRun } from '../../../functions/probe/reported-run.ts';
import { probeItem } from '../../../functions/shared/probe-item.ts';
import { path } from '../../../tools/test/setup/contract.ts';
import { startDynamodb } from '../../../tools/test/setup/embedded-dynamodb.ts';
import {
  type Hook,
  passOn,
  startRecordingProxy,
} from '../../../tools/test/setup/recording-proxy.ts';
import { startCloudWatch } from './cloudwatch.ts';
import { send } from './probe-run.ts';

const { Key, sent, fields } = probeItem;

/** What the service stores for the probe, with an attribute that the probe does not know. */
export const stored = { ...Key, ...fields, createdBy: 'probe', createdAt: 'now' };

/** How the service behaves in a run of the probe, and how the probe is called. */
export interface Scenario extends Partial<ProbeEvent> {
  /** Its answers, one after the other. */
  readonly answers: readonly string[];
  /** What it stores for each body. By default, it stores the plant of the probe. */
  readonly writes?: Readonly<Record<string, Record<string, unknown>>>;
  /** Whether to keep what the tables hold at each request. */
  readonly isWatched?: boolean;
}

export const credentials = {
  accessKeyId: 'local',
  secretAccessKey: 'local',
  sessionToken: 'session',
};

/** Waits for each answer, however busy this machine is. That of the functions gives up after a second. */
function patientDocuments(endpoint: string) {
  return DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));
}

/** Starts a service that behaves as the scenario of each run says, and a store and a CloudWatch for the probe. */
export async function startScenarios() {
  const dynamodb = await startDynamodb();
  const aws = await startCloudWatch();
  const documents = patientDocuments(dynamodb.url);
  /** The scenario of the run that is on. Only `instance` sets it. */
  let current: Required<Omit<Scenario, keyof ProbeEvent>>;
  /** The tokens that were sent, and what the tables held then, if the scenario is watched. */
  const requests: { readonly token: string; readonly held: unknown[][] }[] = [];

  const gateway = await startRecordingProxy({
    hook: async (response, _, { headers, body }) => {
      const token = String(headers.authorization).replace('Bearer ', '');
      const { answers, writes, isWatched } = current;
      const [answer = '', ...later] = answers;
      current = { ...current, answers: later };
      const held = isWatched ? [await itemsOf('Tokens'), await itemsOf('Plants')] : [];
      requests.push({ token, held });
      if (writes[body]) await put(writes[body]);
      response.setHeader('location', path); // of a redirect
      if (answer === '') response.destroy();
      else send(response, answer.replaceAll('{token}', token));
    },
  });

  async function itemsOf(TableName: string) {
    const { Items = [] } = await documents.send(new ScanCommand({ TableName }));
    return Items;
  }

  function put(Item: Record<string, unknown>) {
    return documents.send(new PutCommand({ TableName: 'Plants', Item }));
  }

  /** A new instance. Returns a run of it, by hand or as the schedule starts it. */
  function instance(store = patientDocuments(dynamodb.url), others: CloudWatchClientConfig = {}) {
    const run = probeRun({ dynamodb: store, items: 'Plants', tokens: 'Tokens' });
    const handler = reportedRun(
      run,
      new CloudWatchClient({ endpoint: aws.url, credentials, ...others }),
    );
    return ({ answers, writes = { [sent]: stored }, isWatched = false, ...event }: Scenario) => {
      current = { answers, writes, isWatched };
      return handler({ url: gateway.url, ...event });
    };
  }

  /** An instance of which the store refuses an operation, if its body has these words. */
  async function instanceWithout(operation: string, words: string) {
    const hook: Hook = (response, apply, call) =>
      call.headers['x-amz-target'] === `DynamoDB_20120810.${operation}` && call.body.includes(words)
        ? response.writeHead(400, { 'x-amzn-requestid': 'proxy' }).end(denied)
        : passOn(response, apply, call);
    const store = await startRecordingProxy({ store: dynamodb.url, hook });
    onTestFinished(store.stop);
    return instance(patientDocuments(store.url));
  }

  /** Forgets what was recorded, and deletes the plant. */
  async function reset() {
    requests.length = 0;
    gateway.calls.length = 0;
    aws.metrics.length = 0;
    await documents.send(new DeleteCommand({ TableName: 'Plants', Key }));
  }

  async function stop() {
    for (const server of [gateway, aws]) server.stop();
    documents.destroy();
    await dynamodb.stop();
  }

  return { aws, gateway, requests, itemsOf, put, instance, instanceWithout, reset, stop };
}

const denied = '{"__type":"AccessDeniedException","message":"no right"}';
