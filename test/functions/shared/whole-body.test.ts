import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { wholeBody } from '../../../functions/shared/whole-body.ts';

it('has all parts of a stream in order', async () => {
  const parts = ['{"name":"', '蕨', '"}'].map((part) => Buffer.from(part));
  const body = await wholeBody(Readable.from(parts));
  expect(Buffer.from(body).toString()).toBe('{"name":"蕨"}');
});

it('is empty for a stream without parts', async () => {
  expect(await wholeBody(Readable.from([]))).toHaveLength(0);
});

it('returns bytes as they are', async () => {
  const bytes = Buffer.from('{}');
  expect(await wholeBody(bytes)).toBe(bytes);
});

it('fails with the stream', async () => {
  const failing = new Readable({ read: () => {} });
  const body = wholeBody(failing);
  failing.push('{"half":');
  failing.destroy(new Error('reset'));
  await expect(body).rejects.toThrow('reset');
});

it('fails when the stream closes before its end', async () => {
  const closing = new Readable({ read: () => {} });
  const body = wholeBody(closing);
  closing.push('{"half":');
  closing.destroy();
  await expect(body).rejects.toThrow('broken off');
});
