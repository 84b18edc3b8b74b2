/** What went wrong, for a terminal: a bug of this program itself keeps its stack. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const known = ['UsageError', 'TemplateError', 'SynthesisError'].includes(error.name);
  return known ? error.message : (error.stack ?? error.message);
}
