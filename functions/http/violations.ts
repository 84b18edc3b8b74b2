import type { ErrorObject } from 'ajv';

const maxNamed = 20;
const maxClauseLength = 200;
const maxBytes = 1_500;

/**
 * What is wrong with a body, in the order of the contract: `id is required; lines[2].amount must be >= 0`. It has names
 * and rules of the contract, and nothing that was sent. A client cannot make it longer than a log line should be.
 */
export function violationsOf(errors: readonly ErrorObject[]): string {
  // The generated code tries a pattern inside an `if`, which adds an error of its own.
  const violations = errors.filter(({ keyword }) => keyword !== 'if');
  const named = violations.slice(0, maxNamed).map(clauseOf);
  // Stryker disable next-line EqualityOperator: a byte more or less makes no difference.
  while (Buffer.byteLength(JSON.stringify(named)) > maxBytes) named.pop();
  const others = violations.length - named.length;
  return [...named, ...(others > 0 ? [`and ${others} more`] : [])].join('; ');
}

function clauseOf({ instancePath, keyword, params, message }: ErrorObject): string {
  // An instancePath is as `/body/lines/2`. Without the empty text before the first slash, and without `body`.
  const names = instancePath.split('/').slice(2);
  if (keyword === 'required') names.push(params['missingProperty']);
  // Names of the contract begin with a letter: a digit is a place in a list.
  const place = names.map((name) => (/^\d/.test(name) ? `[${name}]` : `.${name}`)).join('');
  const clause = `${place.slice(1) || 'the body'} ${keyword === 'required' ? 'is required' : message}`;
  return clause.slice(0, maxClauseLength).toWellFormed();
}
