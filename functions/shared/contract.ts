// What the stack and the functions share of openapi.yaml. `npm run generate` compares them.

/** Where clients send plants. */
export const path = '/plants';

/** The field that is the key of the table, and its type there: N for an int64, S for a text. */
export const key = 'id';
export const keyType = 'N';
