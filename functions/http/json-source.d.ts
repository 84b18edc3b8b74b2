declare global {
  // https://github.com/tc39/proposal-json-parse-with-source, which TypeScript does not have yet
  interface JSON {
    /** The reviver also gets how a number, a text, true, false or null was written. A list or an object has no source. */
    parse(
      text: string,
      reviver: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
    rawJSON(text: string): unknown;
  }
}

export {};
