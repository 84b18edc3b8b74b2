import { expect, it } from 'vitest';
import { TemplateError } from '../../../infra/emulator/template/template-error.ts';
import { sentenceOf } from '../../../infra/terminal/sentence.ts';
import { UsageError } from '../../../infra/terminal/usage-error.ts';

it.each([
  new UsageError('It cannot.'),
  new TemplateError('It cannot.'),
  Object.assign(new Error('It cannot.'), { name: 'SynthesisError' }),
])('%o is told in its sentence', (error) => {
  expect(sentenceOf(error)).toBe('It cannot.');
});

it('a bug is told with its stack, where it has one', () => {
  const error = new TypeError('broken');
  expect(sentenceOf(error)).toBe(error.stack);
  expect(sentenceOf(Object.assign(error, { stack: undefined }))).toBe('broken');
});

it('anything else thrown is told as it is', () => {
  expect(sentenceOf('text')).toBe('text');
});
