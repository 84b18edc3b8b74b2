import { physicalId, type Stage } from '../../../shared/stage/stage.ts';
import { referencesIn, resourcesOf, type Template } from '../../../shared/stage/template.ts';
import { UsageError } from '../../../shared/usage-error.ts';

/** How a user names the log of all requests. Functions have names with a capital letter. */
const requests = 'requests';

/** The name of the log group of a function, or of the log of all requests. */
export function logGroupOf(stage: Stage, name: string): string {
  const groups = logGroups(stage.template);
  const group = groups.get(name);
  if (group !== undefined) return physicalId(stage, group);
  const problem = name === '' ? 'The name of a log is missing' : `There is no log ${name}`;
  throw new UsageError(`${problem}: use one of ${[...groups.keys()].join(', ')}.`);
}

/** The logical ids of the log groups, by the names that a user knows. */
function logGroups(template: Template): ReadonlyMap<string, string> {
  const groupIn = (value: unknown) =>
    referencesIn(value).filter((id) => template.Resources[id]?.Type === 'AWS::Logs::LogGroup');
  const ofRequests = resourcesOf(template, 'AWS::ApiGatewayV2::Stage').flatMap(
    ([, { Properties }]) => groupIn(Properties?.['AccessLogSettings']),
  );
  const ofFunctions = resourcesOf(template, 'AWS::Lambda::Function').flatMap(
    ([name, { Properties }]) =>
      groupIn(Properties?.['LoggingConfig']).map((group) => [name, group] as const),
  );
  return new Map([...ofRequests.map((group) => [requests, group] as const), ...ofFunctions]);
}
