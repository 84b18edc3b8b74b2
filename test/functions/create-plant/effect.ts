import { isDeepStrictEqual } from 'node:util';
import {
  type CreatePlantBody,
  createPlantAnswerFields,
  createPlantBodyFields,
} from '../../../functions/contract/create-plant.generated.ts';
import { picked } from '../../../functions/http/picked.ts';
import { addedAttributes } from '../../../functions/shared/added-attributes.ts';
import { example, similarExamples } from '../../examples.ts';
import { answered, type Effect, type Requests, refused } from '../../setup/effect.ts';

export const requests: Requests<CreatePlantBody> = (number) =>
  similarExamples.map((fields) => ({ body: { ...example(number), ...fields } }));

/** Stores a plant under a free id. The same plant again changes nothing, and another one is refused. */
export const effect: Effect<CreatePlantBody> = (stored, { body, client, lastFour, time }) => {
  const answer = answered(200, picked(body, createPlantAnswerFields));
  if (stored === undefined) {
    const added = {
      [addedAttributes.client]: client,
      [addedAttributes.lastFour]: lastFour,
      [addedAttributes.time]: time,
    };
    return { answer, stored: { ...body, ...added } };
  }
  const isSame = isDeepStrictEqual(picked(stored, createPlantBodyFields), body);
  return { answer: isSame ? answer : refused('idTaken'), stored };
};
