import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { groups } from './groups.ts';

describe.each(Object.entries(groups))('the group %s', (_, { mutate, tests }) => {
  it.each([...mutate, ...tests])('finds files by %s', (pattern) => {
    expect(globSync(pattern.replace(/^!/, ''))).not.toEqual([]);
  });
});
