const proving = process.env['PROVE_FIGURES'] !== undefined;

/** How often something is tried: `full` by `npm run prove`, `short` by `npm test`. */
export function often({ full, short }: { full: number; short: number }): number {
  return proving ? full : short;
}
