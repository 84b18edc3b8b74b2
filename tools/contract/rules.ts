/** A condition in JavaScript, and what a client is told if it is true. Undefined: the value is right. */
export type Check = readonly [condition: string, violation: string | undefined];

/** What a field can be, and what the contract can say about it beside. */
export interface Kind {
  /** In TypeScript, and for a client. */
  readonly type: string;
  readonly words: string;
  readonly keywords: Readonly<Record<string, Keyword>>;
}

/** The values that a keyword takes, and its check; undefined for any other value. */
interface Keyword {
  readonly takes: string;
  readonly check: (value: unknown) => Check | undefined;
}

// JSON Schema counts characters. In a well-formed text, one of two units ends with a low surrogate.
const length = 'value.replaceAll(/[\\udc00-\\udfff]/g, "").length';

/** A pattern is the last one, so that it is not tried on a text that is too long. */
const textKeywords = {
  minLength: count((least) => [`${length} < ${least}`, `must have at least ${least} characters`]),
  maxLength: count((most) => [`${length} > ${most}`, `must have at most ${most} characters`]),
  enum: { takes: 'a list of texts', check: (value: unknown) => oneOf(value) },
  pattern: {
    takes: 'a regular expression of JavaScript',
    check: (value: unknown) => matching(value),
  },
};

const int64Keywords = {
  minimum: integer((least) => [`value < ${least}n`, `must be at least ${least}`]),
  maximum: integer((most) => [`value > ${most}n`, `must be at most ${most}`]),
};

const int64 = `an integer between ${-(2n ** 63n)} and ${2n ** 63n - 1n}`;

export const kinds: Readonly<Record<string, Kind>> = {
  'type: string': { type: 'string', words: 'a string', keywords: textKeywords },
  // exactInt64s() makes a bigint of each one.
  'type: integer, format: int64': { type: 'bigint', words: int64, keywords: int64Keywords },
  'type: boolean': { type: 'boolean', words: 'a boolean', keywords: {} },
};

function count(check: (value: number) => Check): Keyword {
  const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
  return {
    takes: 'a whole number',
    check: (value) => (isCount(value) ? check(Number(value)) : undefined),
  };
}

/** Another integer is rounded when YAML is read. */
function integer(check: (value: number) => Check): Keyword {
  return {
    takes: `an integer of at most ${Number.MAX_SAFE_INTEGER}, with or without a minus`,
    check: (value) => (Number.isSafeInteger(value) ? check(Number(value)) : undefined),
  };
}

function oneOf(values: unknown): Check | undefined {
  const isText = (value: unknown) => typeof value === 'string';
  if (!Array.isArray(values) || values.length === 0 || !values.every(isText)) return undefined;
  const texts = values.map((text) => JSON.stringify(text)).join(', ');
  return [`![${texts}].includes(value)`, `must be one of ${texts}`];
}

function matching(pattern: unknown): Check | undefined {
  try {
    return [`!${new RegExp(`${pattern}`, 'u')}.test(value)`, `must match the pattern ${pattern}`];
  } catch {
    return undefined;
  }
}
