/** The allowed values of one key of the CDK context, and how to parse them. */
export interface Setting<T> {
  readonly expected: string;
  /** Undefined for malformed text. */
  readonly parse: (text: string) => T | undefined;
}

export function text(shape: RegExp, expected: string): Setting<string> {
  return { expected, parse: (given) => (shape.test(given) ? given : undefined) };
}

export const flag = { ...oneOf(true, false), expected: 'true or false' };

export function count(least: number, most: number): Setting<number> {
  const isAllowed = (value: number) => value >= least && value <= most;
  return {
    expected: `a whole number from ${least} to ${most}`,
    parse: (text) =>
      /^[1-9]\d*$/.test(text) && isAllowed(Number(text)) ? Number(text) : undefined,
  };
}

export function oneOf<T extends boolean | number | string>(...allowed: readonly T[]): Setting<T> {
  return {
    expected: `one of ${allowed.join(', ')}`,
    parse: (text) => allowed.find((value) => String(value) === text),
  };
}

/** Texts between commas. The word none is an empty list: somebody has decided that there is nothing. */
export function list(shape: RegExp, expected: string): Setting<readonly string[]> {
  return {
    expected: `${expected}, or none`,
    parse: (text) => {
      if (text === 'none') return [];
      const items = text.split(',').map((item) => item.trim());
      const distinct = new Set(items).size === items.length;
      return distinct && items.every((item) => shape.test(item)) ? items : undefined;
    },
  };
}
