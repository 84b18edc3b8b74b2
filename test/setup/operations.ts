import { routes } from '../../functions/service.ts';
import type { Effect, Requests } from './effect.ts';
import { folderOf } from './event-files.ts';

async function operationOf(route: (typeof routes)[number]) {
  const folder = folderOf(route.functionName);
  const { effect, requests } = await import(`../functions/${folder}/effect.ts`);
  return { ...route, effect: effect as Effect<unknown>, requests: requests as Requests<unknown> };
}

export type Operation = Awaited<ReturnType<typeof operationOf>>;

/** Each operation of the service. */
export const operations: readonly Operation[] = await Promise.all(routes.map(operationOf));
