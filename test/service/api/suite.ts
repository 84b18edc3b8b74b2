import { describe, expect, it } from 'vitest';
import type { NewPlant } from '../../../functions/create-plant/plant.ts';
import { idTaken } from '../../../functions/create-plant/plant-store.ts';
import { exactJson } from '../../../functions/http/answer.ts';
import { failures } from '../../../functions/http/failure.ts';
import { documented, exampleAnswer, keyOf, path } from '../../../tools/test/setup/contract.ts';
import { example, otherExample } from '../../examples.ts';
import { type ApiCase, apiCases, newId } from './cases.ts';
import { type ApiAnswer, answerViolations } from './conformity.ts';

/** A place where the service answers: the handler, the local gateway or a deployed URL. */
export type Surface = (request: Pick<ApiCase, 'body' | 'contentType'>) => Promise<ApiAnswer>;

/** Where the requests and their answers are written. */
const place = 'test/service/api/cases.ts';

/** The same requests and answers on any surface. Each answer must conform to the contract. */
export function describeApi(name: string, surface: Surface): void {
  const send: Surface = async (request) => {
    const answer = await surface(request);
    expect(answerViolations(answer)).toEqual([]);
    return answer;
  };
  const create = async (plant: NewPlant) => {
    const { status, body } = await send({
      body: exactJson(plant),
      contentType: 'application/json',
    });
    return { status, body };
  };
  const taken = (plant: NewPlant) => {
    const { message } = idTaken(keyOf(plant));
    const { status, error } = failures.idTaken;
    return { status, body: { error, message } };
  };

  describe(`POST ${path} on ${name}`, () => {
    it.each(apiCases)('$title', async ({ title: _, answer, ...request }) => {
      const { status, body } = await send({ contentType: 'application/json', ...request });
      if ('plant' in answer) {
        expect({ status, body }, place).toEqual({ status: 200, body: answer.plant });
      } else {
        const { error, message, ...others } = body as { error: number; message: string };
        const right = { status: documented(answer.error).status, error: answer.error };
        expect({ status, error, others }, place).toEqual({ ...right, others: {} });
        expect(message, place).toMatch(answer.message);
      }
    });

    it('the same plant again, and another plant under its id', async () => {
      const id = newId();
      const [same, other] = [example(id), otherExample(id)];
      for (const _ of ['stored', 'stored already']) {
        expect(await create(same)).toEqual({ status: 200, body: JSON.parse(exampleAnswer(id)) });
        expect(await create(other)).toEqual(taken(other));
      }
    });
  });
}
