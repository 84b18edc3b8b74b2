const isFull = process.env['PROVE'] !== undefined;

/** How often a test repeats something, or what it tries: `full` in `npm run prove`, `short` in `npm test`. */
export function fullOrShort<T>({ full, short }: { full: T; short: T }): T {
  return isFull ? full : short;
}
