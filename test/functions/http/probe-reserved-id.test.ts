import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Caller } from '../../../functions/http/gateway-event.ts';
import { refuseReservedId } from '../../../functions/http/probe-reserved-id.ts';
import { probeIdentity, reservedIdVariable } from '../../../functions/shared/probe-identity.ts';
import { keyOf } from '../../../tools/test/setup/contract.ts';
import { example } from '../../examples.ts';

const add = vi.fn(async () => {});
beforeEach(() => add.mockClear());
afterEach(() => void vi.unstubAllEnvs());

const plant = example(90);
const { signal } = new AbortController();

function callerNamed(client?: string): Caller | undefined {
  return client === undefined ? undefined : { client, lastFour: 'wXyZ' };
}

function addAs(client?: string, reservedId?: string) {
  vi.stubEnv(reservedIdVariable, reservedId);
  return refuseReservedId(add)(plant, signal, callerNamed(client));
}

it.each(['nursery', undefined])('refuses the reserved id to the client %s', async (client) => {
  const message = expect.stringContaining(`${keyOf(plant)} is reserved`);
  await expect(addAs(client, keyOf(plant))).rejects.toMatchObject({ kind: 'idTaken', message });
  expect(add).not.toHaveBeenCalled();
});

it.each([
  ['the reserved id of the probe itself', probeIdentity.client, keyOf(plant)],
  ['another id', 'nursery', keyOf(example(91))],
  ['each id, if none is reserved', 'nursery', undefined],
])('passes on %s', async (_, client, reservedId) => {
  await addAs(client, reservedId);
  expect(add).toHaveBeenCalledExactlyOnceWith(plant, signal, callerNamed(client));
});
