import { type Layer, layersOf, storedPlant } from './layers.ts';
import { type LoadResult, underLoad } from './load.ts';
import { startLocalService } from './local-service.ts';
import { countParts, type ServicePart } from './service-parts.ts';

export interface ThroughPut {
  /** One client, layer by layer. */
  readonly layers: readonly LayerResult[];
  /** Plants being created by more and more clients. */
  readonly growth: readonly LoadResult[];
  /** Where the CPU of a stored plant goes while 64 clients add them. */
  readonly parts: readonly ServicePart[];
}

interface LayerResult extends LoadResult {
  readonly name: string;
  /** How much longer the median is than that of the layer before. */
  readonly added: number | undefined;
}

const clientCounts = [1, 4, 16, 64, 256] as const;

/** How fast the local gateway is, on this machine's cores that it shares with its clients. */
export async function throughPut(
  assembly: string,
  requests: number,
  onLoad: () => void,
): Promise<ThroughPut> {
  const service = await startLocalService(assembly);
  try {
    const layers = layersOf(service);
    const measure = async ({ load }: Layer, clients: number, count: number) => {
      const result = await underLoad({ ...load, clients, requests: count });
      onLoad();
      return result;
    };
    // Instances start, and both ends get compiled.
    for (const layer of layers) await measure(layer, 4, Math.ceil(requests / 4));
    const results: LayerResult[] = [];
    for (const layer of layers) {
      const result = await measure(layer, 1, requests);
      const before = results.find(({ name }) => name === layer.beyond);
      results.push({ name: layer.name, added: before && result.p50 - before.p50, ...result });
    }
    const create = layers.find(({ name }) => name === storedPlant);
    const growth: LoadResult[] = [];
    let parts: readonly ServicePart[] = [];
    for (const clients of clientCounts) {
      const count = Math.max(clients, 2 * requests);
      const partsOf = countParts(service.pid);
      growth.push(await measure(create as Layer, clients, count));
      if (clients === 64) parts = partsOf(count);
    }
    return { layers: results, growth, parts };
  } finally {
    await service.close();
  }
}

/** How often `onLoad` is called. */
export function loadCount(): number {
  return 2 * 7 + clientCounts.length;
}
