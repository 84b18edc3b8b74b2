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
    /^[^\n]*\bgetaddrinfo ENOTFOUND nowhere\b[^\n]*\.$/,
  ],
  [
    sdkError('SyntaxError', 'Bad <\n  Deserialization error: to see the raw response, …', ended),
    /^[^\n]*\bBad <[^\n]*\bproxy\b[^\n]*\.$/,
  ],
])('%s is one sentence for the user', (error, sentence) => {
  expect(textOf(error)).toMatch(sentence);
});
