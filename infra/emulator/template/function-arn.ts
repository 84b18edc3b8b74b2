import { TemplateError } from './template-error.ts';

/** A function's own ARN, that of its alias or version, or an API Gateway URI that wraps either. */
export function functionNameIn(uri: unknown, where: string): string {
  const name = /:function:([\w-]+)/.exec(String(uri))?.[1];
  if (!name) {
    throw new TemplateError(`${where} points at ${String(uri)}, which is no Lambda function.`);
  }
  return name;
}
