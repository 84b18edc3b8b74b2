const proving = process.env['PROVE_FIGURES'] !== undefined;

/** How often something is tried: `full` by `npm run prove`, `short` by `npm test`. */
export const often = ({ full, short }: { full: number; short: number }): number =>
  proving ? full : short;
