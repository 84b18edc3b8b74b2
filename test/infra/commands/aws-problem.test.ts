import { describe, expect, it } from 'vitest';
import { awsProblem } from '../../../infra/commands/aws-problem.ts';

function error(name: string, message: string, more: object = {}) {
  return Object.assign(new Error(message), { name, ...more });
}
const answer = { $fault: 'client', $metadata: {} };

describe('awsProblem', () => {
  it.each([
    [
      error('CredentialsProviderError', 'Could not load credentials from any providers'),
      'There are no AWS credentials to use (Could not load credentials from any providers): sign in, or name a profile that has some with --profile.',
    ],
    [
      error('TokenProviderError', 'Token is expired.'),
      'There are no AWS credentials to use (Token is expired): sign in, or name a profile that has some with --profile.',
    ],
    [error('Error', 'Region is missing'), 'There is no AWS region: name one with --region.'],
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
      'The AWS credentials do not suffice (me is not authorized to perform: that).',
    ],
    [
      error('AccessDeniedException', 'me is not authorized to perform: this', answer),
      'The AWS credentials do not suffice (me is not authorized to perform: this).',
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
      'An answer cannot be trusted (The answer is empty): it was cut short, or a proxy sent it instead of AWS. A write may have happened.',
    ],
  ])('turns %s into one sentence', (cause, sentence) => {
    expect(awsProblem(cause)).toBe(sentence);
  });

  it.each([new TypeError('a bug'), 'thrown text', undefined])('leaves %s alone', (cause) => {
    expect(awsProblem(cause)).toBeUndefined();
  });
});
