import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { wholeBody } from '../../../functions/shared/whole-body.ts';

it('has all parts of a stream in order', async () => {
  const parts = ['{"name":"', '蕨', '"}'].map((part) => Buffer.from(part));
  const body = await wholeBody(Readable.from(parts));
  expect(Buffer.from(body).toString()).toBe('{"name":"蕨"}');
});

it('returns bytes as they are', async () => {
  const bytes = Buffer.from('{}');
  expect(await wholeBody(bytes)).toBe(bytes);
});

it.each([
  ['fails', new Error('reset'), 'reset'],
  ['closes before its end', undefined, 'broken off'],
])('fails if the stream %s', async (_, error, message) => {
  const stream = new Readable({ read: () => {} });
  const body = wholeBody(stream);
  stream.push('{"half":');
  stream.destroy(error);
  await expect(body).rejects.toThrow(message);
});
