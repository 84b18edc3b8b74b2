import { Stack } from 'aws-cdk-lib';
import { CfnQueryDefinition, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { authorizer } from '../../functions/service.ts';
import { reserved } from '../../functions/shared/reserved.ts';
import { accessLog } from '../service-api.ts';
import { functionLog, ourFailures } from './log-metrics.ts';
import type { WatchedService } from './watched-service.ts';

const { client, error, lastFour, refused } = functionLog;
const [cause, reason] = ['message.cause.name', 'message.cause.message'];

/** Saves the queries of the runbook, each with its log groups. */
export function saveQueries(scope: Construct, watched: WatchedService): void {
  const { api, functions, probe, routes } = watched;
  const ofRoutes = new Set(routes.map(({ functionName }) => functions[functionName].logGroup));
  const ofAuthorizer = functions[authorizer.functionName].logGroup;
  const save = (name: string, groups: readonly (ILogGroup | undefined)[], ...lines: string[]) =>
    new CfnQueryDefinition(scope, `Query${name.replaceAll('-', '')}`, {
      // Names are those of the whole account. CloudWatch shows a folder for each part.
      name: `${Stack.of(scope).stackName}/${name}`,
      logGroupNames: groups.flatMap((group) => group?.logGroupName ?? []),
      queryString: lines.join('\n| '),
    });
  save(
    'failed-requests',
    [api.accessLogs],
    // Each run of the probe gets one 1004.
    `filter ${accessLog('userAgent')} != "${reserved.userAgent}" and (${accessLog('status')} like /^5/ or ${accessLog('status')} in ["429", "400"])`,
    `stats count() as failures by ${accessLog('status', 'error', 'authorizerError', 'integrationError', 'integrationStatus', 'functionStatus')}`,
    'sort failures desc',
  );
  save(
    'requests-by-client',
    [api.accessLogs],
    `stats count() as requests by ${accessLog('client', 'lastFour', 'ip', 'userAgent', 'status')}`,
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
}
