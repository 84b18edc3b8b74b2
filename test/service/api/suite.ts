import { describe, expect, it } from 'vitest';
import { plantOf } from '../../../functions/create-plant/plant.ts';
import { idTaken } from '../../../functions/create-plant/store-failure.ts';
import { plantStoreClient } from '../../../tools/contract/client/plant-store-client.ts';
import { operation, path, plant } from '../../plants.ts';
import { type ApiCase, apiCases, newId } from './cases.ts';
import { violationsOf } from './conformity.ts';

interface ApiAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: unknown;
}

/** A place where the service answers: the handler, the local gateway or a deployed URL. */
export type Surface = (request: Pick<ApiCase, 'body' | 'contentType'>) => Promise<ApiAnswer>;

/** The same requests and answers on any surface. Each answer must conform to the contract. */
export function describeApi(name: string, surface: Surface): void {
  const send: Surface = async (request) => {
    const answer = await surface(request);
    expect(violationsOf(answer)).toEqual([]);
    return answer;
  };
  const client = plantStoreClient({
    url: 'http://surface',
    token: 'unused',
    fetch: fetchOver(send),
  });

  describe(`${operation.method} ${path} on ${name}`, () => {
    it.each(apiCases)('$title', async ({ title: _, answer, ...request }) => {
      const { status, body } = await send({ contentType: 'application/json', ...request });
      if ('plant' in answer) {
        expect({ status, body }).toEqual({ status: 200, body: answer.plant });
      } else {
        const { error, message, ...others } = body as { error: number; message: string };
        expect({ status, error, others }).toEqual({ status: 400, error: answer.error, others: {} });
        expect(message).toMatch(answer.message);
        if (typeof answer.message === 'string') expect(message).toBe(answer.message);
      }
    });

    it('the same plant again, and another plant under its id', async () => {
      const id = newId();
      const [same, other] = [plant(id), plant(id, 'Moss')];
      const taken = { error: 1004, message: idTaken(same.id).message };
      for (const _ of ['stored', 'stored already']) {
        expect(await client.createPlant(same)).toEqual(plantOf(same));
        await expect(client.createPlant(other)).rejects.toMatchObject(taken);
      }
    });

    // Near an end of int64, because a deployed table can already hold a plant at the end.
    const near = BigInt(newId());
    it.each([2n ** 63n - 1n - near, near - 2n ** 63n])('the id %s, digit for digit', async (id) => {
      const plant = { name: 'the last of its kind', tag: 'int64' };
      expect(await client.createPlant({ id, ...plant })).toEqual(plant);
      const taken = { error: 1004, message: idTaken(id).message };
      await expect(client.createPlant({ id, name: 'another' })).rejects.toMatchObject(taken);
    });
  });
}

/** Lets the client send to any surface. The surface adds the token itself. */
function fetchOver(send: Surface): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const contentType = request.headers.get('content-type') ?? undefined;
    const { status, body } = await send({ body: await request.text(), contentType });
    return Response.json(body, { status });
  };
}
