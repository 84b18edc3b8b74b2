import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  ListBackupsCommand,
  ListTablesCommand,
  RestoreTableFromBackupCommand,
  RestoreTableToPointInTimeCommand,
  type TableStatus,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { arn, attributeOf } from '../aws-names.ts';
import type { AwsState, RestoreSummary, TableState } from '../aws-state.ts';
import type { Deployed } from '../deployed.ts';
import { resourcesOf } from '../find.ts';
import { AwsError, operation } from '../operation.ts';
import { pageOf } from '../paging.ts';

const type = 'AWS::DynamoDB::GlobalTable';

/** A table of the stack, or another one, such as a copy that was restored. */
function find(state: AwsState, name: string | undefined): Deployed {
  const other = state.otherTables.find((one) => one.name === name);
  if (other !== undefined) {
    const properties = { ...other.properties, Replicas: [{}] };
    return { logicalId: other.name, physicalId: other.name, type, properties };
  }
  const found = resourcesOf(state, type).find((one) => one.physicalId === name);
  if (found === undefined) throw new AwsError('ResourceNotFoundException');
  return found;
}

function descriptionOf(state: AwsState, { physicalId: TableName, properties }: Deployed) {
  const other = state.otherTables.find(({ name }) => name === TableName);
  const own: TableState = state.tableStates[TableName] ?? {};
  const both = { ...other, ...own };
  const { status = 'ACTIVE', created = state.stack.created, items = 0, kmsKeyArn, restored } = both;
  const [replica] = properties.Replicas;
  const { WriteOnDemandThroughputSettings: writes, StreamSpecification: stream } = properties;
  return {
    TableName,
    TableArn: arn(state.place, 'dynamodb', `table/${TableName}`),
    TableStatus: status as TableStatus,
    CreationDateTime: created,
    ItemCount: items,
    KeySchema: properties.KeySchema,
    AttributeDefinitions: properties.AttributeDefinitions,
    BillingModeSummary: { BillingMode: properties.BillingMode },
    DeletionProtectionEnabled: replica.DeletionProtectionEnabled ?? false,
    ...(writes && {
      OnDemandThroughput: {
        MaxReadRequestUnits: -1,
        MaxWriteRequestUnits: writes.MaxWriteRequestUnits,
      },
    }),
    ...(restored && { RestoreSummary: restored }),
    ...(stream && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: stream.StreamViewType },
      LatestStreamArn: attributeOf(state.place, type, TableName, 'StreamArn'),
    }),
    ...(kmsKeyArn && {
      SSEDescription: {
        Status: 'ENABLED' as const,
        SSEType: 'KMS' as const,
        KMSMasterKeyArn: kmsKeyArn,
      },
    }),
  };
}

/** Adds a table with the keys of its source, which is ready at once. */
function restored(state: AwsState, name: string | undefined, source: string, from: RestoreSummary) {
  const all = [...state.otherTables, ...resourcesOf(state, type)];
  if (all.some((one) => ('name' in one ? one.name : one.physicalId) === name))
    throw new AwsError('TableAlreadyExistsException');
  const [logicalId] = Object.entries(state.template.Resources)
    .filter(([id, { Type }]) => Type === type && source.includes(`-${id}-`))
    .map(([id]) => id);
  const { KeySchema, AttributeDefinitions } = Object(
    state.template.Resources[`${logicalId}`]?.Properties,
  );
  const properties = { KeySchema, AttributeDefinitions, BillingMode: 'PAY_PER_REQUEST' };
  // A table that the stack lost comes back under its own name.
  const lost = state.listed.find((one) => one.type === type && one.physicalId === name);
  if (lost === undefined) {
    const made = { name: `${name}`, status: 'ACTIVE', created: state.now };
    state.otherTables.push({ ...made, restored: from, properties });
  } else {
    state.resources.push({ ...lost, properties: { ...properties, Replicas: [{}] } });
    state.tableStates[`${name}`] = { created: state.now, restored: from };
  }
  return { TableDescription: descriptionOf(state, find(state, name)) };
}

export const dynamodb = [
  operation(ListTablesCommand, ({ ExclusiveStartTableName: after }, state) => {
    const names = [
      ...resourcesOf(state, type).map(({ physicalId }) => physicalId),
      ...state.otherTables.map(({ name }) => name),
    ].sort();
    const { items, next } = pageOf(state, names, after && `${names.indexOf(after) + 1}`);
    return { TableNames: items, LastEvaluatedTableName: next && items.at(-1) };
  }),
  operation(DescribeTableCommand, ({ TableName }, state) => ({
    Table: descriptionOf(state, find(state, TableName)),
  })),
  operation(DescribeContinuousBackupsCommand, ({ TableName }, state) => {
    const [replica] = find(state, TableName).properties.Replicas;
    const isOn = replica.PointInTimeRecoverySpecification?.PointInTimeRecoveryEnabled === true;
    const { restorableSince = new Date(state.now.getTime() - 35 * 86_400_000) } =
      state.tableStates[`${TableName}`] ?? {};
    return {
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: 'ENABLED' as const,
        PointInTimeRecoveryDescription: isOn
          ? {
              PointInTimeRecoveryStatus: 'ENABLED' as const,
              RecoveryPeriodInDays: 35,
              EarliestRestorableDateTime: restorableSince,
              LatestRestorableDateTime: new Date(state.now.getTime() - 5 * 60_000),
            }
          : { PointInTimeRecoveryStatus: 'DISABLED' as const },
      },
    };
  }),
  operation(UpdateContinuousBackupsCommand, (input, state) => {
    const { TableName, PointInTimeRecoverySpecification: own } = input;
    find(state, TableName).properties.Replicas[0].PointInTimeRecoverySpecification = own;
    return {};
  }),
  operation(DescribeTimeToLiveCommand, ({ TableName }, state) => {
    const { TimeToLiveSpecification: own } = find(state, TableName).properties;
    return {
      TimeToLiveDescription: own?.Enabled
        ? { TimeToLiveStatus: 'ENABLED' as const, AttributeName: own.AttributeName }
        : { TimeToLiveStatus: 'DISABLED' as const },
    };
  }),
  operation(UpdateTimeToLiveCommand, (input, state) => {
    const { TableName, TimeToLiveSpecification: own } = input;
    find(state, TableName).properties.TimeToLiveSpecification = own;
    return {};
  }),
  operation(UpdateTableCommand, (input, state) => {
    const table = find(state, input.TableName);
    const { properties } = table;
    const { BillingMode, DeletionProtectionEnabled, OnDemandThroughput, StreamSpecification } =
      input;
    if (BillingMode) properties.BillingMode = BillingMode;
    if (DeletionProtectionEnabled !== undefined)
      properties.Replicas[0].DeletionProtectionEnabled = DeletionProtectionEnabled;
    if (OnDemandThroughput) properties.WriteOnDemandThroughputSettings = OnDemandThroughput;
    if (StreamSpecification?.StreamEnabled === false) delete properties.StreamSpecification;
    else if (StreamSpecification && properties.StreamSpecification)
      throw new AwsError('ValidationException');
    else if (StreamSpecification) properties.StreamSpecification = StreamSpecification;
    // DynamoDB's own key comes in the place of a key of KMS.
    if (input.SSESpecification?.Enabled === false) delete state.tableStates[table.physicalId];
    return { TableDescription: descriptionOf(state, table) };
  }),
  operation(ListBackupsCommand, (input, state) => {
    const { TableName, ExclusiveStartBackupArn: after } = input;
    const asked = state.backups.filter(({ table }) => [undefined, table].includes(TableName));
    const start = after && `${asked.findIndex((one) => one.arn === after) + 1}`;
    const { items, next } = pageOf(state, asked, start);
    return {
      BackupSummaries: items.map((one) => ({
        TableName: one.table,
        BackupArn: one.arn,
        BackupCreationDateTime: one.time,
        BackupType: 'SYSTEM' as const,
        BackupStatus: 'AVAILABLE' as const,
      })),
      LastEvaluatedBackupArn: next && items.at(-1)?.arn,
    };
  }),
  operation(RestoreTableFromBackupCommand, ({ BackupArn, TargetTableName }, state) => {
    const backup = state.backups.find((one) => one.arn === BackupArn);
    if (backup === undefined) throw new AwsError('BackupNotFoundException');
    return restored(state, TargetTableName, backup.table, {
      SourceBackupArn: backup.arn,
      RestoreDateTime: state.now,
      RestoreInProgress: false,
    });
  }),
  operation(RestoreTableToPointInTimeCommand, (input, state) => {
    const { SourceTableName, TargetTableName, RestoreDateTime } = input;
    const { TableArn, TableName } = descriptionOf(state, find(state, SourceTableName));
    return restored(state, TargetTableName, TableName, {
      SourceTableArn: TableArn,
      RestoreDateTime: RestoreDateTime ?? state.now,
      RestoreInProgress: false,
    });
  }),
];
