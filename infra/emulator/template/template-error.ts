/** The template asks for something that the local run does not serve: one sentence says what. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}
