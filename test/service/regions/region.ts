import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { startEmbeddedDynamodb } from '../../embedded-dynamodb.ts';
import { exchange } from '../../exchange.ts';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** A write that arrived, of which table and key. */
export interface Write {
  readonly table: string;
  readonly key: object;
  /** Does it in the region's own store. */
  readonly apply: () => Promise<Answer>;
}

/** What replication makes of a write; without an answer the connection breaks off. */
export type OnWrite = (write: Write, region: Region) => Promise<Answer | undefined>;

export type Item = object | undefined;

/** A region's store: an embedded DynamoDB behind a proxy, through which its functions reach it. */
export interface Region {
  readonly name: string;
  readonly url: string;
  readonly alive: () => boolean;
  /** Breaks all connections; what it holds stays. */
  readonly kill: () => void;
  readonly revive: () => void;
  readonly handle: (request: IncomingMessage) => Promise<Answer | undefined>;
  /** Past the proxy, as replication does. */
  readonly read: (table: string, key: object) => Promise<Item>;
  readonly replace: (table: string, key: object, item: Item) => Promise<void>;
  readonly close: () => void;
}

export async function startRegion(name: string, onWrite: OnWrite): Promise<Region> {
  const store = await startEmbeddedDynamodb();
  const agent = new Agent({ keepAlive: true });
  let alive = true;

  const call = (operation: string, body: string): Promise<Answer> => {
    const headers = {
      // dynalite wants a signature of this form, and does not check it.
      authorization: 'AWS4-HMAC-SHA256 Credential=a/b/c/d/e, SignedHeaders=f, Signature=g',
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-date': 'now',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
    };
    return exchange(store.url, { agent, headers, body });
  };
  const done = async (operation: string, input: object) => {
    const { status, body } = await call(operation, JSON.stringify(input));
    if (status !== 200) throw new Error(`${name} answered ${status}: ${body}`);
    return JSON.parse(body);
  };

  const region: Region = {
    name,
    url: '',
    alive: () => alive,
    kill: () => {
      alive = false;
      server.closeAllConnections();
    },
    revive: () => {
      alive = true;
    },
    handle: async (request) => {
      const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
      const body = await text(request);
      const apply = () => call(operation, body);
      if (!alive) return undefined;
      if (!/^(Put|Update)Item$/.test(operation)) return apply();
      const { TableName: table, Item, Key } = JSON.parse(body);
      const key = Key ?? { id: Item.id, digest: Item.digest };
      return onWrite({ table, key: JSON.parse(JSON.stringify(key)), apply }, region);
    },
    read: async (TableName, Key) =>
      (await done('GetItem', { TableName, Key, ConsistentRead: true })).Item,
    replace: (TableName, Key, Item) =>
      Item === undefined
        ? done('DeleteItem', { TableName, Key })
        : done('PutItem', { TableName, Item }),
    close: () => {
      server.closeAllConnections();
      server.close();
      agent.destroy();
      void store.stop();
    },
  };
  const server = serve((request) => region.handle(request));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return Object.assign(region, { url: urlOf(server) });
}

/** One address for all regions: the SDK says in its signature which one it means. */
export async function startRouter(regions: readonly Region[]) {
  const server = serve(async (request) => {
    const [, name] =
      /Credential=\w+\/\d+\/([\w-]+)\//.exec(`${request.headers.authorization}`) ?? [];
    return regions.find((region) => region.name === name)?.handle(request);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: urlOf(server),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function serve(handle: (request: IncomingMessage) => Promise<Answer | undefined>) {
  return createServer(async (request, response) => {
    const answer = await handle(request);
    if (answer === undefined) return response.destroy();
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-crc32': crc32(answer.body),
    };
    return response.writeHead(answer.status, headers).end(answer.body);
  });
}

function urlOf(server: ReturnType<typeof createServer>): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
