/** One key of the CDK context: its default, its allowed values, and how to parse it. */
export interface Setting<T> {
  readonly initial: T;
  readonly expected: string;
  /** Undefined for malformed text. */
  readonly parse: (text: string) => T | undefined;
}

export function text<T extends string | undefined>(
  initial: T,
  shape: RegExp,
  expected: string,
): Setting<string | T> {
  return { initial, expected, parse: (text) => (shape.test(text) ? text : undefined) };
}

export function flag(initial: boolean): Setting<boolean> {
  const parse = (text: string) => [true, false].find((value) => String(value) === text);
  return { initial, expected: 'true or false', parse };
}

export function count(initial: number, most: number): Setting<number> {
  return {
    initial,
    expected: `a whole number from 1 to ${most}`,
    parse: (text) => (/^[1-9]\d*$/.test(text) && Number(text) <= most ? Number(text) : undefined),
  };
}

export function oneOf<T extends number | string>(initial: T, allowed: readonly T[]): Setting<T> {
  return {
    initial,
    expected: `one of ${allowed.join(', ')}`,
    parse: (text) => allowed.find((value) => String(value) === text),
  };
}

/** Texts between commas, or only the word none. */
export function list(shape: RegExp, expected: string): Setting<readonly string[]> {
  return {
    initial: [],
    expected: `${expected}, or none`,
    parse: (text) => {
      if (text === 'none') return [text];
      const items = text.split(',').map((item) => item.trim());
      const distinct = new Set(items).size === items.length;
      return distinct && items.every((item) => shape.test(item)) ? items : undefined;
    },
  };
}
