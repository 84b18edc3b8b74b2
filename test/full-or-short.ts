const isFull = process.env['PROVE'] !== undefined;

/** How often a test repeats something: `full` in `npm run prove`, `short` in `npm test`. */
export function fullOrShort({ full, short }: { full: number; short: number }): number {
  return isFull ? full : short;
}
