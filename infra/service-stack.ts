import { CfnOutput, Stack, Tags } from 'aws-cdk-lib';
import { Billing } from 'aws-cdk-lib/aws-dynamodb';
import { CfnParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { StoredToken } from '../functions/authorize/token-record.ts';
import { routes, serviceName, tables } from '../functions/service.ts';
import { Monitoring } from './monitoring/monitoring.ts';
import { warnIfNobodyIsCalled } from './monitoring/nobody-is-called.ts';
import { ProbeFunction } from './probe-function.ts';
import { ProtectedTable } from './protected-table.ts';
import { Release } from './release.ts';
import { ServiceApi } from './service-api.ts';
import { LiveFunction, type LiveFunctions, type StageProps } from './service-function.ts';

export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { settings, code }: StageProps) {
    const { commit, disposable, repositoryUrl } = settings;
    super(scope, id, {
      description: 'The plant store: clients add plants by sending JSON over HTTP',
      terminationProtection: !disposable,
    });
    // Each resource gets these two tags. Cost Explorer can then show the cost of a stage.
    Tags.of(this).add('service', serviceName);
    Tags.of(this).add('stage', settings.stage);

    const plants = new ProtectedTable(this, 'Plants', {
      settings,
      // For AWS, this limit is a target: a short burst can exceed it.
      billing: Billing.onDemand({ maxWriteRequestUnits: settings.maxWriteUnits }),
      // An operator may read the id of a plant there. The digest of a token, the other key, stays secret.
      namesThrottledKeys: settings.monitoring,
    });
    const tokens = new ProtectedTable(this, 'Tokens', {
      settings,
      timeToLiveAttribute: 'expires' satisfies keyof StoredToken,
    });

    const createPlant = new LiveFunction(this, 'CreatePlant', {
      settings,
      code,
      description: 'Adds one plant to the store',
      environment: { [tables.Plants.variable]: plants.tableName },
    });
    const authorize = new LiveFunction(this, 'Authorize', {
      settings,
      code,
      description: 'Allows or refuses a bearer token, and names its client',
      environment: { [tables.Tokens.variable]: tokens.tableName },
    });
    // The functions that clients wait for. Release gives them new versions in this order.
    const liveFunctions: LiveFunctions = {
      CreatePlant: createPlant,
      Authorize: authorize,
    };
    // What these functions may do for clients. The dashboard shows how fast it is, and what of it fails.
    const tableUses = [
      { fn: createPlant, table: plants, operation: 'PutItem' },
      { fn: authorize, table: tokens, operation: 'GetItem' },
    ];
    for (const { fn, table, operation } of tableUses)
      table.grants.actions(fn, `dynamodb:${operation}`);

    const api = new ServiceApi(this, 'Api', settings, liveFunctions);
    const probe = settings.probe
      ? new ProbeFunction(this, 'Probe', {
          settings,
          code,
          api,
          items: plants,
          writers: [createPlant],
          tokens,
        })
      : undefined;

    if (settings.monitoring) {
      const watched = { settings, api, liveFunctions, routes, probe, tableUses };
      const monitoring = new Monitoring(this, 'Monitoring', watched);
      new Release(this, 'Release', {
        settings,
        liveFunctions,
        alarmsOf: (name) => monitoring.releaseAlarmsOf(name),
      });
    }

    warnIfNobodyIsCalled(this, settings);
    this.output('ApiUrl', api.http.apiEndpoint, 'URL of the API, without the path');
    this.output('ApiId', api.http.apiId, 'Id of the API, in metrics, logs and commands');
    this.output('PlantsTableName', plants.tableName, 'Table of the plants');
    this.output('TokensTableName', tokens.tableName, 'Table of the tokens');
    // CDK's type allows undefined. Each ProtectedTable has a stream.
    const plantsStreamArn = plants.tableStreamArn as string;
    this.output('PlantsStreamArn', plantsStreamArn, 'Stream of the changes of the plants');
    if (commit) this.output('Commit', commit, 'Commit that was deployed');
    if (repositoryUrl) this.output('RepositoryUrl', repositoryUrl, 'Where alarms find the runbook');
    // In Parameter Store. Its history is the list of deploys. If a deploy is rolled back, CloudFormation writes the commit of before, as a new entry.
    // No function has the commit: each deploy would then be a release.
    new CfnParameter(this, 'DeployedCommit', { type: 'String', value: commit ?? 'unknown' });
  }

  private output(name: string, value: string, description: string): void {
    new CfnOutput(this, name, { value, description });
  }
}
