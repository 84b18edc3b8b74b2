declare global {
  interface JSON {
    // https://github.com/tc39/proposal-json-parse-with-source, which TypeScript does not know yet
    rawJSON(text: string): unknown;
  }
}

/** JSON to be read by people, with integers digit for digit. */
export function readableJson(value: unknown): string {
  return JSON.stringify(
    value,
    (_, part: unknown) => (typeof part === 'bigint' ? JSON.rawJSON(part.toString()) : part),
    2,
  );
}
