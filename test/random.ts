/** Numbers that one seed decides, the same on every machine. The generator is mulberry32. */
export function randomFrom(seed: number) {
  let state = Math.imul(Math.floor(seed * 2) + 1, 0x9e37_79b1);
  const fraction = () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(fraction() * limit);
  return {
    fraction,
    below,
    chance: (share: number) => fraction() < share,
    pick: <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item,
  };
}
