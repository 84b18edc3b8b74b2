import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { authorizer, type FunctionName, functions, routes } from '../../../functions/service.ts';

export type Measured = ReturnType<typeof measuredFunction>;

const [route] = routes;

/** The function of the first route. */
export const operationFunction = measuredFunction(route.functionName);

/** The function that the gateway calls before it, if it has not cached the decision about a token. */
export const authorizerFunction = measuredFunction(authorizer.functionName);

/** A function, and the event of a valid request. */
function measuredFunction(name: FunctionName) {
  const { file } = functions[name];
  const eventFile = `events/${basename(dirname(file))}/valid.json`;
  return { name, file, event: JSON.parse(readFileSync(eventFile, 'utf8')) as unknown };
}
