const counting = 'one two three four five six seven eight nine ten'.split(' ');

/** A number as a text has it: `3`, `3,000` or `three`. NaN for another word. */
export function numberOf(text: string): number {
  return counting.indexOf(text) + 1 || Number(text.replaceAll(',', ''));
}
