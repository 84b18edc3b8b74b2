import { isDeepStrictEqual } from 'node:util';
import {
  type UpdatePlantBody,
  updatePlantAnswerFields,
  updatePlantBodyFields,
} from '../../../functions/contract/update-plant.generated.ts';
import { picked } from '../../../functions/http/picked.ts';
import { addedAttributes } from '../../../functions/shared/added-attributes.ts';
import { keyOf } from '../../../tools/test/setup/contract.ts';
import { example, similarExamples } from '../../examples.ts';
import { answered, type Effect, type Requests, refused } from '../../setup/effect.ts';

const most = Math.max(...similarExamples.map(countOf));

// One has all fields, and the other one leaves a field out.
const [one, two] = [
  similarExamples.findLast((fields) => countOf(fields) === most),
  similarExamples.findLast((fields) => countOf(fields) < most),
].map((fields) => ({ ...example(), ...fields }));

function countOf(fields: object): number {
  return Object.keys(fields).length;
}

export const requests: Requests<UpdatePlantBody> = (number) => {
  const pathParameters = { id: keyOf(example(number)) };
  const bodies = [
    { ...one, version: 1n },
    { ...two, version: 2n },
    { ...two, version: 1n },
    { ...one, version: 2n },
  ];
  return bodies.map((all) => {
    return { pathParameters, body: picked(all, updatePlantBodyFields) as UpdatePlantBody };
  });
};

/** Replaces the fields of a plant that still has this version. The same request again changes nothing. */
export const effect: Effect<UpdatePlantBody> = (stored, { body }) => {
  if (stored === undefined || addedAttributes.deleted in stored) {
    return { answer: refused('notFound'), stored };
  }
  const written = { ...body, version: body.version + 1n };
  const answer = answered(200, picked(written, updatePlantAnswerFields));
  if (isDeepStrictEqual(picked(stored, updatePlantBodyFields), written)) return { answer, stored };
  const { version = 1n } = stored;
  if (version !== body.version) return { answer: refused('changed'), stored };
  const kept = Object.entries(stored).filter(([name]) => !(name in updatePlantBodyFields));
  return { answer, stored: { ...Object.fromEntries(kept), ...written } };
};
