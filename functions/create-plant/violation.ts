/** The parts of an error of the compiled validator that its sentence needs. `npm run generate` writes each rule. */
export interface Violation {
  readonly instancePath: string;
  readonly params: { readonly rule?: string; readonly missingProperty?: string };
}

/** A long list can break a rule at each of its items. */
const mostClauses = 10;

/** The violations in one sentence: `id must be an integer between … and …; name is required`. */
export function violationSentence(violations: readonly Violation[]): string {
  return violations.slice(0, mostClauses).map(clause).join('; ');
}

function clause({ instancePath, params: { rule, missingProperty } }: Violation): string {
  const path = missingProperty === undefined ? instancePath : `${instancePath}/${missingProperty}`;
  const field = path
    .slice('/body/'.length)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
  return `${field || 'the body'} ${rule === undefined ? 'is required' : `must be ${rule}`}`;
}
