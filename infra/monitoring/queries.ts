import { Stack } from 'aws-cdk-lib';
import { CfnQueryDefinition, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { authorizer, routes } from '../../functions/service.ts';
import { reserved } from '../../functions/shared/reserved.ts';
import type { WatchedService } from './service-metrics.ts';

/** Saves the queries of the runbook, each with its log groups. For `message`, see log-metrics.ts. */
export function saveQueries(scope: Construct, watched: WatchedService): void {
  const { accessLogs } = watched.api;
  const { functions } = watched;
  const ofRoutes = routes.map(({ functionName }) => functions[functionName].logs);
  const ofAuthorizer = functions[authorizer.functionName].logs;
  const save = (name: string, groups: readonly (ILogGroup | undefined)[], ...lines: string[]) =>
    new CfnQueryDefinition(scope, `Query${name.replaceAll('-', '')}`, {
      // Names are those of the whole account; CloudWatch shows a folder for each part.
      name: `${Stack.of(scope).stackName}/${name}`,
      logGroupNames: groups.flatMap((group) => group?.logGroupName ?? []),
      queryString: lines.join('\n| '),
    });
  save(
    'failed-requests',
    [accessLogs],
    // Each run of the probe gets one 1004.
    `filter userAgent != "${reserved.userAgent}" and (status like /^5/ or status in ["429", "400"])`,
    'stats count() as failures by status, error, authorizerError, integrationError, integrationStatus, functionStatus',
    'sort failures desc',
  );
  save(
    'requests-by-client',
    [accessLogs],
    'stats count() as requests by client, lastFour, ip, userAgent, status',
    'sort requests desc',
    'limit 1000',
  );
  save(
    'failures-of-plants',
    ofRoutes,
    'filter message.error in [1000, 1006]',
    'stats count() as failures, latest(message.cause.message) by message.error, message.cause.name, message.throttled, message.client, bin(1m)',
  );
  save(
    'errors-of-functions',
    [...ofRoutes, ofAuthorizer, watched.probe?.logs],
    'fields @timestamp, @log, message.requestId, message.cause.name, message.cause.message, message.errorMessage, @message',
    'filter level in ["ERROR", "FATAL"] or ispresent(message.errorMessage)',
    'sort @timestamp desc',
    'limit 20',
  );
  save(
    'refused-tokens',
    [ofAuthorizer],
    'filter ispresent(message.refused)',
    'stats count() as refusals, earliest(@timestamp) as first, latest(@timestamp) as last by message.refused, message.client, message.lastFour',
    'sort refusals desc',
  );
}
