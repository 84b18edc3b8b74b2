import { expect, it } from 'vitest';
import { textOf } from '../../../../tools/commands/terminal/sentence.ts';

/** An error as the SDK throws it: `$metadata` if a call has ended. */
function sdkError(name: string, message: string, properties: object = {}) {
  return Object.assign(new Error(message), { name, ...properties });
}
const ended = { $metadata: {} };

it.each([
  [
    sdkError('Error', 'getaddrinfo ENOTFOUND nowhere', { ...ended, code: 'ENOTFOUND' }),
    'There is no connection (getaddrinfo ENOTFOUND nowhere).',
  ],
  [
    sdkError('SyntaxError', 'Bad <\n  Deserialization error: to see the raw response, …', ended),
    'The answer is invalid (Bad <): it is incomplete, or it came from a proxy.',
  ],
])('%s is one sentence for the user', (error, sentence) => {
  expect(textOf(error)).toBe(sentence);
});
