declare global {
  interface JSON {
    // https://github.com/tc39/proposal-json-parse-with-source, which TypeScript does not have yet
    rawJSON(text: string): unknown;
  }
}

export {};
