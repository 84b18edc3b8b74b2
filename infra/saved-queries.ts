import { Stack } from 'aws-cdk-lib';
import { CfnQueryDefinition, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { authorizer, type LiveName } from '../functions/service.ts';
import { probeIdentity } from '../functions/shared/probe-identity.ts';
import { functionLog, ourFailures } from './function-log.ts';
import type { ProbeFunction } from './probe-function.ts';
import { accessLogFields, type ServiceApi } from './service-api.ts';
import type { LiveFunctions } from './service-function.ts';

const { client, error, lastFour, refused } = functionLog;
const [cause, reason] = ['message.cause.name', 'message.cause.message'];

interface LoggedService {
  readonly api: ServiceApi;
  readonly liveFunctions: LiveFunctions;
  readonly routes: readonly { functionName: LiveName }[];
  readonly probe: ProbeFunction | undefined;
}

/** Saves the queries of the runbook, each with its log groups. Returns their names. */
export function saveQueries(scope: Construct, logged: LoggedService): readonly string[] {
  const { api, liveFunctions, probe, routes } = logged;
  const ofRoutes = new Set(routes.map(({ functionName }) => liveFunctions[functionName].logGroup));
  const ofAuthorizer = liveFunctions[authorizer.functionName].logGroup;
  const names: string[] = [];
  const save = (title: string, groups: readonly (ILogGroup | undefined)[], ...lines: string[]) => {
    // Names are those of the whole account. CloudWatch shows a folder for each part.
    const name = `${Stack.of(scope).stackName}/${title}`;
    new CfnQueryDefinition(scope, `Query${title.replaceAll('-', '')}`, {
      name,
      logGroupNames: groups.flatMap((group) => group?.logGroupName ?? []),
      queryString: lines.join('\n| '),
    });
    names.push(name);
  };
  save(
    'failed-requests',
    [api.accessLogs],
    // Each run of the probe gets one 1004.
    `filter ${accessLogFields('client')} != "${probeIdentity.client}" and (${accessLogFields('status')} like /^5/ or ${accessLogFields('status')} in ["429", "400"])`,
    `stats count() as failures by ${accessLogFields('status', 'error', 'authorizerError', 'integrationError', 'integrationStatus', 'functionStatus')}`,
    'sort failures desc',
  );
  save(
    'requests-by-client',
    [api.accessLogs],
    `stats count() as requests by ${accessLogFields('client', 'lastFour', 'ip', 'status')}`,
    'sort requests desc',
    'limit 1000',
  );
  save(
    'failures-of-plants',
    [...ofRoutes],
    `filter ${error} in [${ourFailures.map((row) => row.error).join(', ')}]`,
    `stats count() as failures, latest(${reason}) by ${error}, ${cause}, message.throttled, ${client}, bin(1m)`,
  );
  save(
    'errors-of-functions',
    [...ofRoutes, ofAuthorizer, probe?.logGroup],
    `fields @timestamp, @log, message.requestId, ${cause}, ${reason}, message.errorMessage, @message`,
    `filter level in ["ERROR", "FATAL"] or ispresent(message.errorMessage)`,
    'sort @timestamp desc',
    'limit 20',
  );
  save(
    'refused-tokens',
    [ofAuthorizer],
    `filter ispresent(${refused})`,
    `stats count() as refusals, earliest(@timestamp) as first, latest(@timestamp) as last by ${refused}, ${client}, ${lastFour}`,
    'sort refusals desc',
  );
  return names;
}
