import { Annotations, CfnOutput, Duration, Fn, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import { AttributeType, type ITableV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { key } from '../functions/shared/own-plants.ts';
import type { FunctionCode } from './function-code.ts';
import { Monitoring } from './monitoring/monitoring.ts';
import { PlantsApi } from './plants-api.ts';
import { Probe } from './probe.ts';
import { ProtectedTable } from './protected-table.ts';
import { domainIn, servingRegions } from './regions.ts';
import { Release } from './release.ts';
import { LiveFunction } from './service-function.ts';
import type { Settings } from './settings.ts';

export interface PlantStoreStackProps extends StackProps {
  readonly settings: Settings;
  readonly code: FunctionCode;
  /** The home region, if another stack of this name owns the tables there. This one uses their replicas in its region. */
  readonly replicaOf?: string | undefined;
}

export class PlantStoreStack extends Stack {
  constructor(scope: Construct, id: string, props: PlantStoreStackProps) {
    const { settings, code, replicaOf, ...stackProps } = props;
    const { disposable } = settings;
    super(scope, id, {
      description: 'The plant store: clients add plants by sending JSON over HTTP',
      terminationProtection: !disposable,
      ...stackProps,
    });
    // Of each resource: Cost Explorer can then show the cost of a stage.
    Tags.of(this).add('service', 'plant-store');
    Tags.of(this).add('stage', settings.stage);
    const isHome = replicaOf === undefined;
    const tables = isHome ? this.ownTables(settings) : this.replicas(replicaOf);
    const { plants, tokens } = tables;

    const createPlant = new LiveFunction(this, 'CreatePlant', {
      settings,
      code: code.CreatePlant,
      description: 'POST /plants: adds one plant to the store',
      timeout: Duration.seconds(10),
      environment: { PLANTS_TABLE_NAME: plants.tableName },
      calls: ['dynamodb'],
    });
    plants.grants.actions(createPlant, 'dynamodb:PutItem');

    const authorize = new LiveFunction(this, 'Authorize', {
      settings,
      code: code.Authorize,
      description: 'Allows or refuses a bearer token, and names its client',
      // The gateway gives an authorizer 10 seconds.
      timeout: Duration.seconds(5),
      environment: { TOKENS_TABLE_NAME: tokens.tableName },
      calls: ['dynamodb'],
    });
    tokens.grants.actions(authorize, 'dynamodb:GetItem');
    const live = { createPlant, authorize };

    // The home's template is the same for each region, so only the settings say where it is.
    const domain = domainIn(isHome ? settings.homeRegion : this.region, settings);
    const { api, stage, accessLogs } = new PlantsApi(this, 'Api', {
      settings,
      ...live,
      domain,
    });

    const regions = servingRegions(settings);
    // By the domain the probe also needs DNS. In several regions, the domain can lead to another one.
    const url = domain && regions.length < 2 ? `https://${domain.name}` : api.apiEndpoint;
    const hasProbe = settings.probe ?? !disposable;
    const probe = hasProbe
      ? new Probe(this, 'Probe', { settings, code: code.Probe, url, ...tables })
      : undefined;

    const { releaseFaults: faults } = new Monitoring(this, 'Monitoring', {
      settings,
      stage,
      accessLogs,
      live,
      probe,
      ...tables,
      certificateArn: domain?.certificateArn,
    });
    new Release(this, 'Release', { settings, live, faults });

    if (isHome && !disposable && settings.alarmEmail.length === 0) {
      Annotations.of(this).addWarningV2(
        'plant-store:nobody-is-called',
        `Nobody gets a mail when an alarm of ${this.stackName} fires. Set alarmEmail for this stage in cdk.json, or set it to none.`,
      );
    }
    this.output('ApiUrl', api.apiEndpoint, 'URL of the API: POST {ApiUrl}/plants');
    this.output('ApiId', api.apiId, 'Id of the API, in metrics, logs and commands');
    this.output('PlantsTableName', plants.tableName, 'Table of the plants, by id');
    this.output('TokensTableName', tokens.tableName, 'Table of the tokens, by digest');
    if (plants.tableStreamArn) {
      this.output('PlantsStreamArn', plants.tableStreamArn, 'Stream of the changes of the plants');
    }
    if (probe) this.output('ProbeName', probe.functionName, 'Function that calls as a client does');
    if (regions.length > 1) {
      this.output('Regions', regions.join(), 'Regions of this stage, its home first');
    }
  }

  private ownTables(settings: Settings) {
    const plants = new ProtectedTable(this, 'Plants', {
      settings,
      partitionKey: { name: key, type: AttributeType.NUMBER },
      // Operators can read an id, but not the key of a token.
      namesThrottledKeys: true,
    });
    const tokens = new ProtectedTable(this, 'Tokens', {
      settings,
      partitionKey: { name: 'digest', type: AttributeType.STRING },
      timeToLiveAttribute: 'expires',
    });
    return { plants, tokens };
  }

  // A global table has one name in all regions, which CloudFormation makes. Each deploy reads it from the home stack.
  private replicas(homeRegion: string) {
    const replica = (id: string, output: string): ITableV2 =>
      TableV2.fromTableName(this, id, Fn.getStackOutput(this.stackName, output, homeRegion));
    return {
      plants: replica('Plants', 'PlantsTableName'),
      tokens: replica('Tokens', 'TokensTableName'),
    };
  }

  private output(name: string, value: string, description: string): void {
    new CfnOutput(this, name, { value, description });
  }
}
