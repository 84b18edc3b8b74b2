/** Reads a variable that the stack or Lambda sets. It is read at start, so that a missing one is found immediately. */
export function environment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}

/** A variable that only some stages have. */
export function optionalEnvironment(name: string): string | undefined {
  return process.env[name];
}
