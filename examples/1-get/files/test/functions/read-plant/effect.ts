import { readPlantAnswerFields } from '../../../functions/contract/read-plant.generated.ts';
import { picked } from '../../../functions/http/picked.ts';
import { keyOf } from '../../../tools/test/setup/contract.ts';
import { example } from '../../examples.ts';
import { answered, type Effect, type Requests, refused } from '../../setup/effect.ts';

export const requests: Requests = (number) => [{ pathParameters: { id: keyOf(example(number)) } }];

/** Answers the plant that is stored, and changes nothing. */
export const effect: Effect = (stored) => {
  if (stored === undefined) return { answer: refused('notFound'), stored };
  return { answer: answered(200, picked(stored, readPlantAnswerFields)), stored };
};
