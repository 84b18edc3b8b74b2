import { isDeepStrictEqual } from 'node:util';
import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import { addedAttributes } from '../../../functions/shared/added-attributes.ts';
import { probeIdentity } from '../../../functions/shared/probe-identity.ts';
import type { Item } from '../../shared/stored-items/table.ts';

/** A change of what was stored. That a client stored something new is none. */
export interface StreamChange {
  /** `restored` was stored again, with the time of before: a restore or a copy did it, and no client. */
  readonly kind: 'deleted' | 'changed' | 'restored';
  readonly at: Date | undefined;
  readonly key: Item;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

export function changeOf({ dynamodb = {} }: StreamRecord): StreamChange | undefined {
  const { Keys: key = {}, ApproximateCreationDateTime: at } = dynamodb;
  const { OldImage: before, NewImage: after } = dynamodb;
  if (isOfProbe(key)) return undefined;
  const change = { at, key, before, after };
  if (after === undefined) return before && { kind: 'deleted', ...change };
  if (before !== undefined) return { kind: 'changed', ...change };
  return isNew(after, at) ? undefined : { kind: 'restored', ...change };
}

/** The probe deletes its own item each minute. No client can use this key. */
function isOfProbe(key: Item): boolean {
  return Object.values(key).some(({ N, S }) => (N ?? S) === probeIdentity.id);
}

/** A function writes the time when it begins to store, and tries for some seconds. */
const longestWrite = 60_000;

function isNew(item: Item, at: Date | undefined): boolean {
  const stored = Date.parse(`${item[addedAttributes.time]?.S}`);
  return at !== undefined && Math.abs(at.getTime() - stored) < longestWrite;
}

/** What to print: when it was, who stored the item, and what of it is another. */
export function shownOf({ kind, at, key, before, after }: StreamChange): object {
  const { client, time } = addedAttributes;
  const item = before ?? after;
  const line = { [kind]: at, key, [client]: item?.[client]?.S, [time]: item?.[time]?.S };
  if (kind !== 'changed') return line;
  return { ...line, before: onlyIn(before, after), after: onlyIn(after, before) };
}

/** The attributes that the other item does not have, or with another value. */
function onlyIn(item: Item = {}, other: Item = {}): Item {
  return Object.fromEntries(
    Object.entries(item).filter(([name, value]) => !isDeepStrictEqual(value, other[name])),
  );
}
