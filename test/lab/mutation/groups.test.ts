import { describe, expect, it } from 'vitest';
import { filesOf } from '../../system.ts';
import { groups } from './groups.ts';

describe.each(Object.entries(groups))('the group %s', (_, { mutate, tests }) => {
  it.each([...mutate, ...tests])('finds files by %s', (pattern) => {
    expect(filesOf(pattern.replace(/^!/, ''))).not.toEqual([]);
  });
});
