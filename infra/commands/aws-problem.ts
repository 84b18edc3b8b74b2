const refusals: ReadonlySet<string> = new Set([
  'ExpiredToken',
  'ExpiredTokenException',
  'IncompleteSignature',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
]);

/** One sentence about what AWS or the connection refused. Undefined if the error is a bug of ours. */
export function awsProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name } = error;
  const said = error.message.trim().replace(/\.$/, '');
  if (name === 'CredentialsProviderError' || name === 'TokenProviderError') {
    return `There are no AWS credentials to use (${said}): sign in, or name a profile that has some with --profile.`;
  }
  if (said === 'Region is missing') return 'There is no AWS region: name one with --region.';
  if (said.startsWith('Region not accepted')) return `${said}.`;
  if (refusals.has(name)) return `AWS refused the credentials (${name}: ${said}).`;
  if (isAccessDenied(error)) return `The AWS credentials do not suffice (${said}).`;
  // The SDK puts $fault on an error that AWS answered, and $metadata on every error that ended a call.
  if ('$fault' in error) return `AWS answered ${name} (${said}).`;
  if (!('$metadata' in error)) return undefined;
  return 'code' in error || name === 'TimeoutError'
    ? `There is no connection (${said}).`
    : `An answer cannot be trusted (${said}): it was cut short, or a proxy sent it instead of AWS. A write may have happened.`;
}

/** CloudFormation says AccessDenied, the other services AccessDeniedException. */
function isAccessDenied(error: unknown): boolean {
  return error instanceof Error && /^AccessDenied(Exception)?$/.test(error.name);
}
