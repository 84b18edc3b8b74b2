import { addedAttributes } from '../../../functions/shared/added-attributes.ts';
import type { Filter } from '../../shared/stored-items/table.ts';
import { UsageError } from '../../shared/usage-error.ts';
import { readPeriod } from './period.ts';

/** What an item must have, as the user gave it. */
interface Wanted {
  readonly client: string | undefined;
  /** The last four characters of the token by which it was stored. */
  readonly lastFour: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const { client, lastFour, time } = addedAttributes;

/** Lets through the items of a client or a token, and those that were stored from a time on and before another one. */
export function filterOf(wanted: Wanted): Filter {
  const { from, to } = readPeriod(wanted);
  const parts = [
    { attribute: client, is: '=', value: wanted.client },
    { attribute: lastFour, is: '=', value: wanted.lastFour },
    { attribute: time, is: '>=', value: from },
    { attribute: time, is: '<', value: to },
  ].filter(({ value }) => value !== undefined);
  if (parts.length === 0) throw new UsageError('Say what to find. Try --help.');
  return {
    FilterExpression: parts.map(({ is }, index) => `#${index} ${is} :${index}`).join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(
      parts.map(({ attribute }, index) => [`#${index}`, attribute]),
    ),
    ExpressionAttributeValues: Object.fromEntries(
      parts.map(({ value }, index) => [`:${index}`, { S: `${value}` }]),
    ),
  };
}
