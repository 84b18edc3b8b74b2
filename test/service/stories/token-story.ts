import { authorize } from '../../../functions/authorize/authorize.ts';
import { digestOf, withChecksum } from '../../../functions/authorize/token.ts';
import { type FindToken, tokenStore } from '../../../functions/authorize/token-store.ts';
import { documentClient } from '../../../functions/shared/document-client.ts';
import { decisionCache } from '../../../tools/local/gateway/authorization.ts';
import { startFleet } from './fleet.ts';
import type { DocumentClient } from './network.ts';
import {
  eventualTables,
  longestCopyMilliseconds,
  type RegionName,
  regionNames,
} from './regions.ts';
import { tell } from './story.ts';
import { type Story, tellWith, type World } from './virtual-time.ts';

/** The parts of the authorizer that a mutant changes. */
export interface TokenParts {
  readonly find: (client: DocumentClient) => FindToken;
  readonly now: () => number;
  readonly cacheSeconds: number;
}

/** The parts as functions/authorize/handler.ts connects them, behind the cache of infra/plants-api.ts. */
export const ourTokenParts: TokenParts = {
  find: (client) => tokenStore(client, 'Tokens'),
  now: () => Date.now(),
  cacheSeconds: 300,
};

const timeoutMilliseconds = 5_000;
const documentedMilliseconds = 300_000;

/** Tells how a token is stored, used in two regions for half an hour, and revoked or expired in the meantime. */
export function tellOfToken(seed: number, parts: TokenParts = ourTokenParts): Promise<Story> {
  return tellWith(seed, (world, broken) => play(world, parts, broken));
}

async function play(
  world: World,
  { find, now, cacheSeconds }: TokenParts,
  broken: string[],
): Promise<void> {
  const { random, log } = world;
  const share = random.pick([0, 0.1, 0.5]);
  const tables = eventualTables(world);
  const invoke = startFleet({ world, faultShare: () => share }, tables, {
    timeoutMilliseconds,
    client: () => documentClient({ maxAttempts: 2 }),
    handler: (client) => (event: never) => authorize(find(client), now)(event),
  });
  const caches = new Map(regionNames.map((name) => [name, decisionCache(cacheSeconds, world.now)]));
  const token = withChecksum(`plant_${'0'.repeat(43)}`);
  const header = `Bearer ${token}`;
  const created = random.below(100_000);
  const end = created + random.below(900_000);
  const kind = random.pick(['is revoked', 'expires', 'lasts']);

  const store = async (fields: object) => {
    const digest = { S: digestOf(token) };
    const Item = { digest, client: { S: 'nursery' }, lastFour: { S: '0000' }, ...fields };
    await tables.apply(regionNames[0], '.PutItem', JSON.stringify({ TableName: 'Tokens', Item }));
  };
  const seconds = { N: `${Math.ceil((Date.now() + end) / 1_000)}` };
  const life = async () => {
    await world.wait(created);
    await store(kind === 'expires' ? { expires: seconds } : {});
    log('the token is stored');
    await world.wait(end - created);
    if (kind === 'is revoked') await store({ revoked: seconds });
    log(`the token ${kind}`);
  };

  /** The status of the gateway. The answer of CreatePlant is not simulated here. */
  const use = async (region: RegionName) => {
    const cache = caches.get(region);
    const cached = cache?.get(header);
    if (cached) return cached.kind === 'allow' ? 200 : 403;
    const event = { identitySource: [header], headers: { authorization: header } };
    const { result, attempts, wasTooLate } = await invoke(region, event as never);
    if (wasTooLate) broken.push('the authorizer did not answer before its timeout');
    if (result === undefined) {
      if (attempts < 2) broken.push(`given up after ${attempts} attempts`);
      return 500;
    }
    cache?.set(header, result.isAuthorized ? { kind: 'allow', context: null } : { kind: 'deny' });
    return result.isAuthorized ? 200 : 403;
  };
  const client = async () => {
    await world.wait(random.below(1_500_000));
    const region = random.pick(regionNames);
    const status = await use(region);
    const time = world.now();
    log(`used in ${region}: ${status}`);
    // A decision can be as old as the cache allows, and its read as old as the call and the copy take.
    const age = documentedMilliseconds + timeoutMilliseconds + longestCopyMilliseconds;
    const grace = kind === 'expires' ? documentedMilliseconds + 1_000 : age;
    const isOver = kind !== 'lasts' && time > end + grace;
    if (status === 200 && (time < created || isOver))
      broken.push('a token is allowed for too long');
    const mayRefuse = time < created + age || (kind !== 'lasts' && time > end);
    if (status === 403 && !mayRefuse) broken.push('a valid token is refused');
  };
  await Promise.all([life(), ...Array.from({ length: 40 }, client)]);
}

/** The story of a seed: each tenth is about a token, the others are about plants. */
export function tellStory(seed: number): Promise<Story> {
  return seed % 10 === 0 ? tellOfToken(seed) : tell(seed);
}
