import { expect, it } from 'vitest';
import {
  idTaken,
  tooLarge,
  unavailable,
  unexpected,
} from '../../../functions/create-plant/failure.ts';
import { failureTable, keyOf, plant } from '../../setup/plants.ts';

it.each([unexpected(undefined), unavailable(undefined), idTaken(keyOf(plant())), tooLarge()])(
  'sends the message that openapi.yaml shows: $message',
  ({ kind, message }) => {
    expect(failureTable.find((row) => row.kind === kind)?.message).toBe(message);
  },
);
