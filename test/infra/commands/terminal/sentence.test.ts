import { describe, expect, it } from 'vitest';
import { reasonFor, sentenceFor, textOf } from '../../../../infra/commands/terminal/sentence.ts';
import { UsageError } from '../../../../infra/problem.ts';

function error(name: string, message: string, more: object = {}) {
  return Object.assign(new Error(message), { name, ...more });
}
const answer = { $fault: 'client', $metadata: {} };

describe('sentenceFor', () => {
  it.each([
    [
      error('CredentialsProviderError', 'Could not load credentials from any providers'),
      'No AWS credentials found (Could not load credentials from any providers). Sign in, or use --profile.',
    ],
    [
      error('TokenProviderError', 'Token is expired.'),
      'No AWS credentials found (Token is expired). Sign in, or use --profile.',
    ],
    [error('Error', 'Region is missing'), 'No AWS region found. Use --region.'],
    [
      error('Error', 'Region not accepted: region="a b" is not a valid hostname component.'),
      'Region not accepted: region="a b" is not a valid hostname component.',
    ],
    [
      error('ExpiredToken', 'The security token included in the request is expired', answer),
      'AWS refused the credentials (ExpiredToken: The security token included in the request is expired).',
    ],
    [
      error('AccessDenied', 'me is not authorized to perform: that', answer),
      'Access denied (me is not authorized to perform: that).',
    ],
    [
      error('AccessDeniedException', 'me is not authorized to perform: this', answer),
      'Access denied (me is not authorized to perform: this).',
    ],
    [
      error('ThrottlingException', 'Rate exceeded', answer),
      'AWS answered ThrottlingException (Rate exceeded).',
    ],
    [
      error('Error', 'getaddrinfo ENOTFOUND nowhere', { code: 'ENOTFOUND', $metadata: {} }),
      'There is no connection (getaddrinfo ENOTFOUND nowhere).',
    ],
    [
      error('TimeoutError', 'socket hang up', { $metadata: {} }),
      'There is no connection (socket hang up).',
    ],
    [
      error('Error', 'The answer is empty', { $metadata: {} }),
      'The answer is invalid (The answer is empty): it is incomplete, or it came from a proxy. The change may have been made.',
    ],
    [
      error(
        'SyntaxError',
        'Unexpected token <\n  Deserialization error: to see the raw response, inspect the hidden field.',
        { $metadata: {} },
      ),
      'The answer is invalid (Unexpected token <): it is incomplete, or it came from a proxy. The change may have been made.',
    ],
    [new UsageError('--port is empty.'), '--port is empty.'],
  ])('turns %s into one sentence', (cause, sentence) => {
    expect(sentenceFor(cause)).toBe(sentence);
  });

  it.each([new TypeError('a bug'), 'thrown text', undefined])('has no sentence for %s', (cause) => {
    expect(sentenceFor(cause)).toBeUndefined();
    expect(() => reasonFor(cause)).toThrow();
  });

  it('shows the message of a bug without a stack', () => {
    expect(textOf(Object.assign(new TypeError('broken'), { stack: undefined }))).toBe('broken');
  });
});
