import {
  Annotations,
  CfnOutput,
  Duration,
  Fn,
  RemovalPolicy,
  Stack,
  type StackProps,
} from 'aws-cdk-lib';
import { AttributeType, type ITableV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { FunctionCode } from './function-code.ts';
import { Monitoring } from './monitoring/monitoring.ts';
import { PlantsApi } from './plants-api.ts';
import { ProtectedTable } from './protected-table.ts';
import { certificateFor, servingRegions } from './regions.ts';
import { Release } from './release.ts';
import { ServiceFunction } from './service-function.ts';
import type { Settings } from './settings.ts';

export interface PlantStoreStackProps extends StackProps {
  readonly settings: Settings;
  readonly code: FunctionCode;
  /** Where another stack of this name owns the tables: this one serves from their replicas in its own region. */
  readonly replicaOf?: string | undefined;
}

export class PlantStoreStack extends Stack {
  constructor(scope: Construct, id: string, props: PlantStoreStackProps) {
    const { settings, code, replicaOf, ...stackProps } = props;
    super(scope, id, {
      description: 'The plant store: clients add plants by sending JSON over HTTP',
      terminationProtection: !settings.disposable,
      ...stackProps,
    });
    const { architecture, disposable } = settings;
    const logs = {
      logRetention: settings.logRetentionDays,
      // What a failed deploy made goes with it: a version left behind would stop the next attempt at the same code.
      removalPolicy: disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    };

    const { plants, tokens } =
      replicaOf === undefined ? this.ownTables(settings) : this.replicas(replicaOf);

    const createPlant = new ServiceFunction(this, 'CreatePlant', {
      code: code.createPlant,
      description: 'POST /plants: adds one plant to the store',
      timeout: Duration.seconds(10),
      architecture,
      environment: { PLANTS_TABLE_NAME: plants.tableName },
      calls: ['dynamodb'],
      ...logs,
    });
    plants.grants.actions(createPlant, 'dynamodb:PutItem');

    const authorize = new ServiceFunction(this, 'Authorize', {
      code: code.authorize,
      description: 'Tells whether a bearer token may call the API, and whose it is',
      // The gateway gives an authorizer 10 seconds.
      timeout: Duration.seconds(5),
      architecture,
      environment: { TOKENS_TABLE_NAME: tokens.tableName },
      calls: ['dynamodb'],
      ...logs,
    });
    tokens.grants.actions(authorize, 'dynamodb:GetItem');

    const { api, stage, accessLogs } = new PlantsApi(this, 'Api', {
      createPlant: createPlant.live,
      authorize: authorize.live,
      throttle: { rateLimit: settings.throttleRate, burstLimit: settings.throttleBurst },
      domain: customDomain(settings, replicaOf && this.region),
      ...logs,
    });

    const { releaseFaults } = new Monitoring(this, 'Monitoring', {
      stage,
      accessLogs,
      throttleRate: settings.throttleRate,
      createPlant,
      authorize,
      plants,
      tokens,
      alarmEmail: settings.alarmEmail,
      ticketEmail: settings.ticketEmail,
      repositoryUrl: settings.repositoryUrl,
    });
    if (settings.gradual && !disposable) {
      new Release(this, 'Release', {
        code: code.verifyRelease,
        architecture,
        createPlant,
        authorize,
        faults: releaseFaults,
        ...logs,
      });
    }

    if (!disposable && settings.alarmEmail === undefined) {
      Annotations.of(this).addWarningV2(
        'plant-store:nobody-is-called',
        `Nobody is told when an alarm of ${this.stackName} fires: give this stage an alarmEmail in cdk.json.`,
      );
    }

    this.output('ApiUrl', api.apiEndpoint, 'Where the API is: POST {ApiUrl}/plants');
    this.output('ApiId', api.apiId, 'Names the API in metrics, logs and commands');
    this.output('PlantsTableName', plants.tableName, 'The table of plants, by id');
    this.output('TokensTableName', tokens.tableName, 'The table of tokens, by digest');
    const regions = servingRegions(settings);
    if (regions.length > 1) {
      this.output(
        'Regions',
        regions.join(),
        'Where this stage serves the same plants, its home first',
      );
    }
  }

  private ownTables({ disposable, replicaRegions, strongConsistency, witnessRegion }: Settings) {
    const plants = new ProtectedTable(this, 'Plants', {
      partitionKey: { name: 'id', type: AttributeType.NUMBER },
      disposable,
      replicaRegions,
      stronglyConsistent: strongConsistency,
      witnessRegion,
    });
    // Never strongly consistent: such a table has no time to live.
    const tokens = new ProtectedTable(this, 'Tokens', {
      partitionKey: { name: 'digest', type: AttributeType.STRING },
      timeToLiveAttribute: 'expires',
      disposable,
      replicaRegions,
    });
    return { plants, tokens };
  }

  // A global table has one name in all regions, made up by CloudFormation. Each deploy asks the home stack for it.
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

function customDomain(settings: Settings, region: string | undefined) {
  const { domainName, homeRegion } = settings;
  const certificateArn = certificateFor(region ?? homeRegion, settings);
  return domainName !== undefined && certificateArn !== undefined
    ? { name: domainName, certificateArn }
    : undefined;
}
