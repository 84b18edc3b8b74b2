import type { Template } from '../../../../test/setup/synthesized.ts';
import { idOf, liveVersion, type Place } from './aws-names.ts';
import { type Deployed, deployedResources, outputsOf } from './deployed.ts';
import type { ShardState } from './services/dynamodb-streams.ts';

interface AlarmState {
  value: 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';
  since: Date;
  reason: string;
}

export interface Deployment {
  readonly id: string;
  readonly application: string;
  readonly group: string;
  status: 'InProgress' | 'Queued' | 'Ready' | 'Succeeded' | 'Failed' | 'Stopped';
  readonly created: Date;
  readonly currentVersion: string;
  readonly targetVersion: string;
  /** The share of the traffic that the target has, in percent. */
  weight: number;
}

export interface TableState {
  status?: string;
  created?: Date;
  items?: number;
  kmsKeyArn?: string;
  restorableSince?: Date;
  restored?: RestoreSummary;
}

/** Where a table comes from that DynamoDB has restored. */
export interface RestoreSummary {
  SourceBackupArn?: string;
  SourceTableArn?: string;
  RestoreDateTime: Date;
  RestoreInProgress: boolean;
}

/** A version of a function. Nobody can change one. */
export interface VersionState {
  readonly version: string;
  readonly time: Date;
  /** Without it, the function as it is now. */
  // biome-ignore lint/suspicious/noExplicitAny: as of a resource.
  readonly properties?: any;
}

/** A table that the deployed stack does not have. */
interface OtherTable {
  readonly name: string;
  status: string;
  readonly created: Date;
  readonly items?: number;
  readonly restored?: RestoreSummary;
  /** As in the template. */
  readonly properties?: object;
}

export type AwsState = ReturnType<typeof healthyStage>;

/** A new healthy stage. What follows from the template is computed once for all. */
export function healthyStages({ template, stackName = 'PlantStore', now }: Options) {
  const place: Place = {
    stackName,
    partition: 'aws',
    region: 'eu-central-1',
    account: '123456789012',
  };
  const resources = deployedResources(template, place);
  const outputs = outputsOf(template, resources, place);
  const text = JSON.stringify(resources);
  return () =>
    healthyStage({
      template,
      place,
      now: now ?? new Date(),
      resources: JSON.parse(text) as Deployed[],
      outputs: { ...outputs },
    });
}

interface Options {
  readonly template: Template;
  readonly stackName?: string;
  /** The time of the stand-in. All is measured from it. */
  readonly now?: Date;
}

interface Parts {
  readonly template: Template;
  readonly place: Place;
  readonly now: Date;
  readonly resources: readonly Deployed[];
  readonly outputs: Record<string, string>;
}

const day = 86_400_000;

/** All that AWS has of a stage after a deploy that succeeded. A test changes one thing of it. */
function healthyStage({ template, place, now, resources, outputs }: Parts) {
  const { stackName } = place;
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const created = ago(180 * day);
  const deployed = ago(2 * day);
  const functions = resources.filter(({ type }) => type === 'AWS::Lambda::Function');
  const alarms = resources.filter(({ type }) => /^AWS::CloudWatch::.*Alarm$/.test(type));
  return {
    place,
    now,
    /** The caller of the commands. */
    caller: `arn:aws:sts::${place.account}:assumed-role/OnCall/jane`,
    template,
    stack: {
      id: `arn:aws:cloudformation:${place.region}:${place.account}:stack/${stackName}/${idOf(stackName, 8)}`,
      /** Undefined if there is none. */
      status: 'UPDATE_COMPLETE' as string | undefined,
      created,
      updated: deployed,
      /** If it was deleted. */
      deleted: undefined as Date | undefined,
      terminationProtection: true,
      outputs,
      /** The newest first. */
      events: [] as { time: Date; id: string; status: string; reason: string }[],
    },
    /** What CloudFormation lists, whatever was deleted by hand. */
    listed: resources.map(({ logicalId, type, physicalId }) => ({ logicalId, type, physicalId })),
    /** What is there. */
    resources: [...resources],
    /** The alarms by their names. */
    alarms: Object.fromEntries(
      alarms.map(({ physicalId }): [string, AlarmState] => [
        physicalId,
        { value: 'OK', since: ago(30 * day), reason: '' },
      ]),
    ),
    muteRules: [] as { name: string; alarmNames: string[]; status: 'ACTIVE' | 'SCHEDULED' }[],
    /** The endpoints of subscriptions that nobody confirmed. */
    unconfirmed: [] as string[],
    deployments: [] as Deployment[],
    /** The stream of a table, with the changes of the last day. */
    shards: [] as ShardState[],
    /** The values of the parameter with the deploys, the oldest first. */
    commits: [
      { value: '1111111111111111111111111111111111111111', time: ago(9 * day) },
      { value: commitOf(template), time: deployed },
    ],
    /** The versions of each function, by its physical id, the oldest first. */
    versions: Object.fromEntries(
      functions.map(({ physicalId, properties }): [string, VersionState[]] => [
        physicalId,
        [
          { version: '12', time: ago(9 * day), properties: structuredClone(properties) },
          { version: liveVersion, time: deployed, properties: structuredClone(properties) },
        ],
      ]),
    ),
    /** Why a function does not run, by its physical id. */
    functionStates: {} as Record<
      string,
      { State: 'Inactive' | 'Failed'; StateReasonCode: 'Idle' | 'DisabledKMSKey' }
    >,
    accountConcurrency: { limit: 1000, unreserved: 1000 },
    /** The last hour of a metric, by its name, perhaps a statistic, and the value of its first dimension, the newest first. */
    metrics: {} as Record<string, number[]>,
    /** What Logs Insights finds in a log group, by its physical name. */
    rows: {} as Record<string, Record<string, string>[]>,
    /** The states of a query of Logs Insights, in their order. Then it is complete. */
    queryStates: [] as ('Running' | 'Failed')[],
    /** Tables that were restored or belong to other stages. */
    otherTables: [] as OtherTable[],
    /** What differs at a table from one that is well, by its name. */
    tableStates: {} as Record<string, TableState>,
    backups: [] as { table: string; time: Date; arn: string }[],
    kmsKeys: {} as Record<string, 'Enabled' | 'Disabled' | 'PendingDeletion'>,
    certificates: certificatesIn(resources, ago(-200 * day)),
    /** How often the gateway forgot its decisions. */
    resetCaches: 0,
    drifted: [] as { logicalId: string; status: 'MODIFIED' | 'DELETED' }[],
    /** How many items of a list an answer has. A test makes it small, so that lists have pages: of `half`, each has two. */
    pageSize: 100 as number | 'half',
  };
}

function commitOf(template: Template): string {
  const parameter = Object.values(template.Resources).find(
    ({ Type }) => Type === 'AWS::SSM::Parameter',
  );
  return String(parameter?.Properties['Value']);
}

function certificatesIn(resources: readonly Deployed[], end: Date) {
  const arns = resources
    .filter(({ type }) => type === 'AWS::ApiGatewayV2::DomainName')
    .flatMap(({ properties }) => properties.DomainNameConfigurations)
    .map(({ CertificateArn }) => String(CertificateArn));
  const issued = { status: 'ISSUED' as string, type: 'AMAZON_ISSUED' as string, end };
  return Object.fromEntries(arns.map((one) => [one, { ...issued }]));
}
