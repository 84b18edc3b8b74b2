/** The name that somebody probably meant: the nearest one, if no more than a third of its letters differ. */
export function nearMiss(typed: string, names: readonly string[]): string | undefined {
  const [nearest] = names
    .map((name) => ({ name, distance: distance(typed.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= name.length / 3)
    .toSorted((one, other) => one.distance - other.distance);
  return nearest?.name;
}

/** How many letters have to be added, removed or replaced to turn one text into the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const [above = 0, diagonal = 0, left = 0] = [row[column + 1], row[column], next[column]];
      next.push(Math.min(above + 1, left + 1, diagonal + Number(letter !== other)));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
