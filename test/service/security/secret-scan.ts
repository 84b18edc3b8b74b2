import { isToken } from '../../../functions/authorize/token.ts';

/** Secrets that may not be in a repository, each with the form by which it is recognised. */
const kinds: Readonly<Record<string, RegExp>> = {
  'a token of the plant store': /\bplant_[0-9A-Za-z]{49}\b/g,
  'an AWS access key': /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g,
  'an AWS secret key': /secret_?access_?key["'\s]*[:=]["'\s]*[A-Za-z0-9/+]{40}\b/gi,
  'a private key': /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----/g,
  'a GitHub token': /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{60})/g,
  'an npm token': /\bnpm_[A-Za-z0-9]{36}\b|_authToken\s*=\s*(?!\$)\S/g,
  'a Slack token': /\bxox[abeoprs]-[\w-]{10}/g,
  'a Google key': /\bAIza[\w-]{35}\b/g,
  'a Stripe key': /\b[rs]k_live_[A-Za-z0-9]{24}/g,
  'a JSON web token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/g,
  'a password in a URL': /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@'"`$]+:[^\s/:@'"`$]+@/gi,
};

/** Samples say in words that they are no secret. A random secret does not. */
function isSample(found: string): boolean {
  return /^plant_ThisToken[A-Z][a-z]/.test(found);
}

/** The secrets in a text, by kind and line. Their values are never repeated. */
export function secretsIn(text: string): string[] {
  return Object.entries(kinds).flatMap(([kind, form]) =>
    [...text.matchAll(form)]
      .filter(([found]) => !found.startsWith('plant_') || (isToken(found) && !isSample(found)))
      .map(({ index }) => `${kind} in line ${text.slice(0, index).split('\n').length}`),
  );
}
