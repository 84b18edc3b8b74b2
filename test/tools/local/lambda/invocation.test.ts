import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { onLines } from '../../../../tools/local/lambda/invocation.ts';

it('a line without an end is passed on when it is too long for the memory', () => {
  const stream = new PassThrough();
  const lengths: number[] = [];
  onLines(stream, ({ length }) => lengths.push(length));
  for (const count of [256, 1, 256]) stream.write('a'.repeat(count * 1024));
  stream.resume();
  expect(lengths).toEqual([257 * 1024]);
});
