/** `function:NAME` or an ARN with or without a version. */
export function functionNameIn(text: unknown): string {
  return /:function:([^:]+)/.exec(String(text))?.[1] ?? String(text);
}

/** The name of a function without the name of the stack and without what AWS adds: of a name or an ARN. */
export function shortFunctionName(physical: unknown): string {
  return functionNameIn(physical).split('-').at(-2) ?? String(physical);
}
