const times: Readonly<Record<number, string>> = {
  1: 'a minute',
  2: 'two minutes',
  3: 'three minutes',
  4: 'four minutes',
  5: 'five minutes',
  15: 'a quarter of an hour',
  30: 'half an hour',
  120: 'two hours',
  240: 'four hours',
  360: 'six hours',
  4320: 'three days',
};

/** Minutes as the documents write them. */
export function inWords(minutes: number): string {
  const words = times[minutes];
  if (words === undefined) throw new Error(`There are no words for ${minutes} minutes.`);
  return words;
}

export function percentOf(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}
