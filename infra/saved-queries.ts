import { Stack } from 'aws-cdk-lib';
import { CfnQueryDefinition, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { authorizer } from '../functions/service.ts';
import { probeIdentity } from '../functions/shared/probe-identity.ts';
import { accessLog } from './access-log.ts';
import { functionLog, ourFailures } from './function-log.ts';
import type { WatchedService } from './monitoring/watched-service.ts';

/** Saves the queries of the runbook, each with its log groups. Returns their names. */
export function saveQueries(scope: Construct, watched: WatchedService): readonly string[] {
  const { api, liveFunctions, probe, routes } = watched;
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
    `filter ${accessLog.client} != "${probeIdentity.client}" and ${mayBeOurFault}`,
    `stats count() as failures by ${reasonFields.join(', ')}`,
    'sort failures desc',
  );
  save(
    'requests-by-client',
    [api.accessLogs],
    `stats count() as requests by ${clientFields.join(', ')}`,
    'sort requests desc',
    'limit 1000',
  );
  save(
    'failures-of-plants',
    [...ofRoutes],
    `filter ${functionLog.error} in [${ourFailures.map(({ error }) => error).join(', ')}]`,
    `stats count() as failures, latest(${functionLog.causeMessage}) by ${failureFields.join(', ')}`,
  );
  save(
    'errors-of-functions',
    [...ofRoutes, ofAuthorizer, probe?.logGroup],
    `fields ${errorFields.join(', ')}`,
    `filter level in ["ERROR", "FATAL"] or ispresent(${functionLog.crash})`,
    'sort @timestamp desc',
    'limit 20',
  );
  save(
    'refused-tokens',
    [ofAuthorizer],
    `filter ispresent(${functionLog.refused})`,
    `stats count() as refusals, earliest(@timestamp) as first, latest(@timestamp) as last by ${refusalFields.join(', ')}`,
    'sort refusals desc',
  );
  return names;
}

/** Also 400: our failures 1000 and 1006 have it, and only the log of the function tells them from a client's mistakes. */
const mayBeOurFault = `(${accessLog.status} like /^5/ or ${accessLog.status} in ["429", "400"])`;

/** What the access log says about why a request failed. */
const reasonFields = [
  accessLog.status,
  accessLog.error,
  accessLog.authorizerError,
  accessLog.integrationError,
  accessLog.integrationStatus,
  accessLog.functionStatus,
];

/** Who sent a request, and what it got. */
const clientFields = [accessLog.client, accessLog.lastFour, accessLog.ip, accessLog.status];

/** Why a function failed, in each minute, and for whom. */
const failureFields = [
  functionLog.error,
  functionLog.causeName,
  functionLog.throttled,
  functionLog.client,
  'bin(1m)',
];

/** What leads to one error of a function. */
const errorFields = [
  '@timestamp',
  '@log',
  functionLog.requestId,
  functionLog.causeName,
  functionLog.causeMessage,
  functionLog.crash,
  '@message',
];

/** Which token was refused, and why. */
const refusalFields = [functionLog.refused, functionLog.client, functionLog.lastFour];
