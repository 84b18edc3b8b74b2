type Name = 'PLANTS_TABLE_NAME' | 'TOKENS_TABLE_NAME';

/** A variable that the stack sets: read once at start, where its absence fails loudly. */
export function environment(name: Name): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}
