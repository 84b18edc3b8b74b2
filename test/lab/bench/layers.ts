import { generateToken } from '../../../functions/authorize/token.ts';
import type { Load } from './load.ts';
import type { LocalService } from './local-service.ts';

export interface Layer {
  readonly name: string;
  /** The layer that it goes one step further than. */
  readonly beyond: string | undefined;
  readonly load: Pick<Load, 'url' | 'status' | 'nextRequest'>;
}

/** Requests that get one layer further each, from the gateway's own answer to a stored plant. */
export function layersOf({ url, token, dynamodb, tables }: LocalService): Layer[] {
  let lastId = 0;
  const nextId = () => {
    lastId += 1;
    return lastId;
  };
  const plant = () => JSON.stringify({ id: nextId(), name: 'Fern', tag: 'indoor' });
  const layer = (
    name: string,
    beyond: string | undefined,
    status: number,
    nextRequest: Load['nextRequest'],
  ): Layer => ({ name, beyond, load: { url, status, nextRequest } });
  const refused = generateToken();
  return [
    layer(gateway, undefined, 404, () => post('/trees', token, plant())),
    layer(cached, gateway, 403, () => post('/plants', refused, plant())),
    layer(mistyped, cached, 403, () => post('/plants', `${generateToken()}0`, plant())),
    layer(unknown, mistyped, 403, () => post('/plants', generateToken(), plant())),
    layer(refusedPlant, cached, 400, () => post('/plants', token, '{}')),
    layer(storedPlant, refusedPlant, 200, () => post('/plants', token, plant())),
    {
      name: 'the store alone, a plant',
      beyond: undefined,
      load: {
        url: dynamodb,
        status: 200,
        nextRequest: () => putItem(plantsTable(tables), nextId()),
      },
    },
  ];
}

const gateway = 'gateway, no such route';
const cached = 'authorizer asked before, a refused token';
const mistyped = 'authorizer asked anew, mistyped tokens';
const unknown = 'token looked up, unknown tokens';
const refusedPlant = 'function, no plant';
export const storedPlant = 'store, a plant';

function post(path: string, token: string, body: string) {
  return {
    path,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      authorization: `Bearer ${token}`,
    },
    body,
  };
}

function plantsTable(tables: LocalService['tables']): string {
  return Object.keys(tables).find((name) => name.includes('Plants')) ?? 'Plants';
}

// The embedded store asks for a signature and takes any.
function putItem(TableName: string, id: number) {
  return {
    path: '/',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.PutItem',
      'x-amz-date': '20261120T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20261120/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    },
    body: JSON.stringify({ TableName, Item: { id: { N: String(-id) }, name: { S: 'Fern' } } }),
  };
}
