import { Problem } from '../../../infra/base.ts';
import { redacted } from './printable.ts';

/** The sentence about an error that a user can solve. Other errors are bugs and are thrown again. */
export function reasonFor(error: unknown): string {
  const sentence = sentenceFor(error);
  if (sentence === undefined) throw error;
  return sentence;
}

/** The text of an error for a terminal, without a token. A bug shows its stack. */
export function textOf(error: unknown): string {
  const bug = error instanceof Error ? (error.stack ?? error.message) : `${error}`;
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
    return `No AWS credentials found (${message}). Sign in, or use --profile.`;
  }
  if (message === 'Region is missing') return 'No AWS region found. Use --region.';
  if (message.startsWith('Region not accepted')) return `${message}.`;
  // The SDK puts $fault on an error that was answered, and $metadata on every error that ended a call.
  // An answer in another format than AWS's has no name: an HTML page, or a redirect.
  const answeredBy = 'answeredBy' in error ? error.answeredBy : 'AWS';
  if ('$fault' in error && name !== 'Unknown')
    return `${answeredBy} answered ${name} (${message}).`;
  if (!('$metadata' in error)) return undefined;
  const { httpStatusCode: status } = error.$metadata as { httpStatusCode?: number };
  return 'code' in error || name === 'TimeoutError'
    ? `There is no connection (${message}).`
    : `The answer is invalid (${name === 'Unknown' ? `status ${status}` : message}): it is incomplete, or it came from a proxy. The change may have been made.`;
}
