import { isDeepStrictEqual } from 'node:util';
import type { PutCommandInput } from '@aws-sdk/lib-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { NewPlant } from '../../../functions/create-plant/contract.ts';
import { Failure, unexpected } from '../../../functions/create-plant/failure.ts';
import { plantOf } from '../../../functions/create-plant/plant.ts';
import { storeFailure } from '../../../functions/create-plant/store-failure.ts';
import { documentClient } from '../../../functions/shared/document-client.ts';
import type { DocumentClient } from './network.ts';
import { ourParts, type Parts, tell } from './story.ts';
import { ourTokenParts, type TokenParts, tellOfToken } from './token-story.ts';
import type { Story } from './virtual-time.ts';

/** Tells a story of a service with one mistake. The stories have to find it. */
type Mutant = (seed: number) => Promise<Story>;

export const mutants: Readonly<Record<string, Mutant>> = {
  'condition: none': condition(() => undefined),
  'condition: read first, then write': service({
    add: (client) => async (plant, abortSignal) => {
      const TableName = 'Plants';
      const Key = { id: plant.id };
      const mapped = (error: unknown) => Promise.reject(storeFailure(error));
      const read = new GetCommand({ TableName, Key, ConsistentRead: true });
      const { Item } = await client.send(read, { abortSignal }).catch(mapped);
      if (Item !== undefined && !isDeepStrictEqual(plantOf(Item as NewPlant), plantOf(plant))) {
        throw new Failure('idTaken', 'another plant has the id');
      }
      await client.send(new PutCommand({ TableName, Item: plant }), { abortSignal }).catch(mapped);
    },
  }),
  'retries: none': service({ client: () => documentClient({ maxAttempts: 1 }) }),
  'retries: one': service({ client: () => documentClient({ maxAttempts: 2 }) }),
  'retries: one more': service({ client: () => documentClient({ maxAttempts: 4 }) }),
  'retries: an answer of something else is trusted': client(({ middlewareStack }) => {
    middlewareStack.remove('verifyAnswers');
  }),
  'time: no limit for an answer': client(({ config }) => {
    config.requestHandler = { configProvider: Promise.resolve({}) } as never;
  }),
  'errors: a conflict is a success': errors('idTaken'),
  'errors: a conflict is unavailable': errors('idTaken', 'unavailable'),
  'errors: unavailable is a success': errors('unavailable'),
  'errors: unavailable is a conflict': errors('unavailable', 'idTaken'),
  'errors: two regions in conflict are our fault': errors(/ReplicatedWrite/, 'unexpected'),
  'errors: a throttled table is our fault': errors(/Throughput|Throttling/, 'unexpected'),
  'errors: a broken store is our fault': errors(/InternalServerError/, 'unexpected'),
  'errors: no answer is our fault': errors(/TimeoutError/, 'unexpected'),
  'regions: eventual consistency, one id in both': (seed) =>
    tell(seed, ourParts, { consistency: 'eventual', atHome: false }),
  'tokens: a broken store is a refusal': tokens({
    find: (client) => (digest) =>
      ourTokenParts
        .find(client)(digest)
        .catch(() => undefined),
  }),
  'tokens: the end is not checked': tokens({ now: () => 0 }),
  'tokens: a revoked one is valid': tokens({
    find: (client) => async (digest) => {
      const found = await ourTokenParts.find(client)(digest);
      return found && { client: found.client, lastFour: found.lastFour };
    },
  }),
  'tokens: the gateway remembers for ten minutes': tokens({ cacheSeconds: 600 }),
};

/** The number of stories until one breaks a promise; undefined if none of them does. */
export async function storiesToFind(
  mutant: Mutant,
  { first, most }: { first: number; most: number },
): Promise<number | undefined> {
  for (let count = 1; count <= most; count += 1) {
    const { broken } = await mutant(first + count - 1);
    if (broken.length > 0) return count;
  }
  return undefined;
}

function service(parts: Partial<Parts>): Mutant {
  return (seed) => tell(seed, { ...ourParts, ...parts });
}

/** Changes our client. */
function client(change: (client: DocumentClient) => void): Mutant {
  return service({
    client: () => {
      const ours = ourParts.client();
      change(ours);
      return ours;
    },
  });
}

function tokens(parts: Partial<TokenParts>): Mutant {
  return (seed) => tellOfToken(seed, { ...ourTokenParts, ...parts });
}

function condition(mutate: (ours: string | undefined) => string | undefined): Mutant {
  return client(({ middlewareStack }) => {
    const changed = (next: (args: never) => never) => (args: { readonly input: object }) => {
      const input = args.input as PutCommandInput;
      const text = mutate(input.ConditionExpression);
      const used = (names: object | undefined) => {
        const left = Object.entries(names ?? {}).filter(([name]) => text?.includes(name));
        return left.length === 0 ? undefined : Object.fromEntries(left);
      };
      Object.assign(input, {
        ConditionExpression: text,
        ExpressionAttributeNames: used(input.ExpressionAttributeNames),
        ExpressionAttributeValues: used(input.ExpressionAttributeValues),
      });
      return next(args as never);
    };
    middlewareStack.add(changed as never, { step: 'initialize', priority: 'high' });
  });
}

/** Answers failures of a kind, or with a cause, as failures of another kind, or as a success. */
function errors(wrong: Failure['kind'] | RegExp, kind?: Failure['kind']): Mutant {
  const add: Parts['add'] = (client) => async (plant, signal) => {
    try {
      await ourParts.add(client)(plant, signal);
    } catch (error) {
      const failure = error as Failure;
      const { cause } = failure;
      const isWrong = typeof wrong === 'string' ? failure.kind === wrong : wrong.test(`${cause}`);
      if (!isWrong) throw failure;
      if (kind === 'unexpected') throw unexpected(failure);
      if (kind !== undefined) throw new Failure(kind, failure.message, { cause });
    }
  };
  return service({ add });
}
