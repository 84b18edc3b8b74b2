import { Problem } from '../../terminal/problem.ts';

/** The template asks for something that the local run does not serve: one sentence says what. */
export class TemplateError extends Problem {
  override readonly name = 'TemplateError';
}
