import {
  type AttributeValue,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { type Call, passOn, startDynamodbProxy } from './dynamodb-proxy.ts';
import { startEmbeddedDynamodb } from './embedded-dynamodb.ts';

type Key = Record<string, AttributeValue>;
type Region = Awaited<ReturnType<typeof startRegion>>;

/** A write that the other region does not have yet. */
interface Copy {
  readonly from: Region;
  readonly table: string;
  readonly key: Key;
}

/** Two regions behind one URL. Each answers from its own tables, and a write is copied after a delay. */
export async function startEventualTables(delayMilliseconds: number) {
  const regions = [await startRegion('eu-central-1'), await startRegion('eu-west-1')] as const;
  const waiting = new Set<Copy>();
  let isLinked = true;
  let copying = Promise.resolve();

  const deliver = (copy: Copy) => {
    const canArrive = isLinked && regions.every(({ isAlive }) => isAlive());
    if (!canArrive || !waiting.delete(copy)) return;
    const { from, table, key } = copy;
    const to = from === regions[0] ? regions[1] : regions[0];
    copying = copying.then(async () => to.replace(table, key, await from.read(table, key)));
  };
  // The SDK says in its signature which region it means.
  const regionOf = ({ headers }: Call) => {
    const name = /Credential=\w+\/\d+\/([\w-]+)\//.exec(`${headers.authorization}`)?.[1];
    return regions.find((region) => region.name === name) ?? regions[0];
  };
  const proxy = await startDynamodbProxy({
    store: (call) => regionOf(call).url,
    hook: async (response, apply, call) => {
      const from = regionOf(call);
      if (!from.isAlive()) {
        response.destroy();
        return;
      }
      await passOn(response, apply, call);
      if (!/\.(Put|Update)Item$/.test(`${call.headers['x-amz-target']}`)) return;
      const { TableName: table, Item, Key } = JSON.parse(call.body);
      const copy = { from, table, key: Key ?? { digest: Item.digest } };
      waiting.add(copy);
      setTimeout(() => deliver(copy), delayMilliseconds);
    },
  });
  return {
    url: proxy.url,
    regions,
    /** Stops the copying, until `settle`. */
    cut: () => {
      isLinked = false;
    },
    /** Revives and links the regions, and waits until both hold the same. */
    settle: async () => {
      isLinked = true;
      for (const region of regions) region.revive();
      for (const copy of waiting) deliver(copy);
      await copying;
    },
    close: async () => {
      proxy.stop();
      waiting.clear();
      await copying;
      for (const region of regions) await region.stop();
    },
  };
}

async function startRegion(name: string) {
  const { url, stop } = await startEmbeddedDynamodb();
  const client = new DynamoDBClient({ endpoint: url });
  let isAlive = true;
  return {
    name,
    url,
    isAlive: () => isAlive,
    kill: () => {
      isAlive = false;
    },
    revive: () => {
      isAlive = true;
    },
    read: async (TableName: string, Key: Key) =>
      (await client.send(new GetItemCommand({ TableName, Key }))).Item,
    replace: async (TableName: string, Key: Key, Item: Key | undefined) => {
      if (Item === undefined) await client.send(new DeleteItemCommand({ TableName, Key }));
      else await client.send(new PutItemCommand({ TableName, Item }));
    },
    stop: async () => {
      client.destroy();
      await stop();
    },
  };
}
