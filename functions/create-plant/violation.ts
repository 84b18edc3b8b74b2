/** What ajv says of one violation, as far as the sentence needs it. */
export interface Violation {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

/** Every violation in one sentence: `id must be an integer between … and …; name is required`. */
export const violationSentence = (violations: Violation[]): string =>
  [...new Set(violations.map(clause))].join('; ');

const clause = ({ instancePath, keyword, params, message }: Violation): string => {
  if (keyword === 'required') return `${params['missingProperty']} is required`;
  if (keyword === 'type') return 'the body must be a JSON object';
  return `${instancePath.slice('/body/'.length)} ${message}`;
};
