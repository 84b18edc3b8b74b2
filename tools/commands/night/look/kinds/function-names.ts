/** `function:NAME` or an ARN with or without a version. */
export function functionNameIn(text: string): string {
  return /:function:([^:]+)/.exec(text)?.[1] ?? text;
}

/** The alias or the version that an ARN names. Undefined if it is that of a function. */
export function qualifierIn(arn: string): string | undefined {
  return /:function:[^:]+:([^:]+)$/.exec(arn)?.[1];
}

/** The name of a function without the name of the stack and without what AWS adds: of a name or an ARN. */
export function shortFunctionName(text: string): string {
  return functionNameIn(text).split('-').at(-2) ?? text;
}
