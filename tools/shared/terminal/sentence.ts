import { format } from 'node:util';
import { Problem } from '../../../infra/project/problem.ts';
import { redacted } from './printable.ts';

/** The text of an error for a terminal, without a token: one sentence if a user can solve it. A bug shows its stack. */
export function textOf(error: unknown): string {
  const bug = error instanceof Error ? (error.stack ?? error.message) : format('%s', error);
  const lines = (sentenceFor(error) ?? bug).split('\n');
  return lines.map(redacted).join('\n');
}

/** Undefined if the error is a bug of ours. */
function sentenceFor(error: unknown): string | undefined {
  if (error instanceof Problem) return error.message;
  if (!(error instanceof Error)) return undefined;
  const { name } = error;
  // The SDK adds advice for its own developers.
  const [first = ''] = error.message.split('\n  Deserialization error: to see the raw response');
  const message = first.trim().replace(/\.$/, '');
  if (name === 'CredentialsProviderError' || name === 'TokenProviderError') {
    return `No AWS credentials found (${message}). Sign in, or set AWS_PROFILE.`;
  }
  if (message === 'Region is missing') return 'No AWS region found. Set AWS_REGION.';
  // The SDK puts $metadata on every error that ended a call. An answer in another format than AWS's has no name: an
  // HTML page, or a redirect.
  if (!('$metadata' in error)) return undefined;
  if ('$fault' in error && name !== 'Unknown') return `The answer was ${name} (${message}).`;
  if (name === 'TimeoutError') return `There was no answer in time (${message}).`;
  if ('code' in error) return `There is no connection (${message}).`;
  const { httpStatusCode: status } = error.$metadata as { httpStatusCode?: number };
  const fault = name === 'Unknown' ? `status ${status}` : message;
  return `The answer is invalid (${fault}): it is incomplete, or it came from a proxy.`;
}
