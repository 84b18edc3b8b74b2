import { describe, expect, it } from 'vitest';
import { path } from '../../../tools/test/setup/contract.ts';
import { documented } from '../../setup/documented-failures.ts';
import { type ApiCase, apiCases } from './cases.ts';
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
  });
}
