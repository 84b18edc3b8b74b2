import { routes } from '../../../../functions/service.ts';
import type { Template } from '../../../../test/setup/synthesized.ts';

const [{ functionName, method, path }] = routes;

/** The function of the second operation. */
export const secondFunction = 'SecondOne';

/** A template with each resource of the first operation a second time, as of a service with two operations. */
export function withSecondOperation(template: Template): Template {
  const own = Object.entries(template.Resources).filter(
    ([id, { Properties }]) =>
      id.includes(functionName) || Properties?.['RouteKey'] === `${method} ${path}`,
  );
  const copies = own.map(([id, resource]) => [
    id.includes(functionName) ? copied(id) : `Second${id}`,
    JSON.parse(copied(JSON.stringify(resource))),
  ]);
  return { ...template, Resources: { ...template.Resources, ...Object.fromEntries(copies) } };
}

function copied(text: string): string {
  return text
    .replaceAll(functionName, secondFunction)
    .replaceAll(`${method} ${path}`, 'GET /seconds');
}
