/** Reads a variable that the stack or Lambda sets. It is read at start, so that a missing one is found immediately. */
export function environment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}
