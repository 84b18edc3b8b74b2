import { addedAttributes } from '../../../functions/shared/added-attributes.ts';
import { key, keyOf } from '../../../tools/test/setup/contract.ts';
import { example } from '../../examples.ts';
import { answered, type Effect, type Requests, refused } from '../../setup/effect.ts';

export const requests: Requests = (number) => [{ pathParameters: { id: keyOf(example(number)) } }];

/** Leaves a mark in the place of the plant. The same request again changes nothing. */
export const effect: Effect = (stored, { time }) => {
  if (stored === undefined) return { answer: refused('notFound'), stored };
  if (addedAttributes.deleted in stored) return { answer: answered(204), stored };
  return { answer: answered(204), stored: { [key]: stored[key], [addedAttributes.deleted]: time } };
};
