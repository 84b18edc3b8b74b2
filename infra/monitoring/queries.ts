import { Stack } from 'aws-cdk-lib';
import { CfnQueryDefinition, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

interface Logs {
  readonly access: ILogGroup;
  readonly createPlant: ILogGroup;
  readonly authorize: ILogGroup;
  readonly probe: ILogGroup | undefined;
}

const newest = 'sort @timestamp desc\n| limit 20';

/** Saves the queries of the runbook in CloudWatch Logs Insights, each with its log groups. */
export function saveQueries(scope: Construct, logs: Logs): void {
  const { access, createPlant, authorize, probe } = logs;
  const save = (name: string, groups: readonly (ILogGroup | undefined)[], ...lines: string[]) =>
    new CfnQueryDefinition(scope, `Query${name.replaceAll('-', '')}`, {
      // Names are those of the whole account; CloudWatch shows a folder for each part.
      name: `${Stack.of(scope).stackName}/${name}`,
      logGroupNames: groups.flatMap((group) => group?.logGroupName ?? []),
      queryString: lines.join('\n| '),
    });
  save(
    'failed-requests',
    [access],
    'filter status like /^5/ or status in ["429", "400"]',
    'stats count() as failures by status, error, authorizerError, integrationError, integrationStatus, functionStatus',
    'sort failures desc',
  );
  save(
    'requests-by-client',
    [access],
    'stats count() as requests by client, lastFour, ip, userAgent, status, bin(5m)',
    'sort requests desc',
    'limit 50',
  );
  save(
    'failures-of-plants',
    [createPlant],
    'filter message.error in [1000, 1006]',
    'stats count() as failures, latest(message.cause.message) by message.error, message.cause.name, message.throttled, message.client, bin(1m)',
  );
  save(
    'errors-of-functions',
    [createPlant, authorize, probe],
    'fields @timestamp, @log, message.requestId, message.cause.name, message.cause.message, message.errorMessage, @message',
    'filter level in ["ERROR", "FATAL"] or ispresent(message.errorMessage)',
    newest,
  );
  save(
    'refused-tokens',
    [authorize],
    'filter ispresent(message.refused)',
    'stats count() as refusals by message.refused, message.client, message.lastFour, bin(5m)',
  );
}
