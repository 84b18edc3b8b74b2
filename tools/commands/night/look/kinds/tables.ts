import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { restorableDays } from '../../../../shared/stored-items/restorable-days.ts';
import type { Asking } from '../asking.ts';
import { comparable, mapped } from '../aws-answer.ts';
import type { Command } from '../command.ts';
import { type Broken, type Consequence, changedByHand } from '../consequence.ts';
import { type Expected, propertyAt } from '../expected.ts';
import { aws, nameOf, night } from '../mends.ts';
import type { ResourceKind } from './resource-kind.ts';

export function askTableDescription({ ask }: Asking, TableName: string) {
  return ask('dynamodb:DescribeTable', { TableName }, ({ dynamodb }, signal) =>
    dynamodb.send(new DescribeTableCommand({ TableName }), signal),
  );
}

export function askRestorePoints({ ask }: Asking, TableName: string) {
  return ask('dynamodb:DescribeContinuousBackups', { TableName }, async ({ dynamodb }, signal) => {
    const command = new DescribeContinuousBackupsCommand({ TableName });
    const { ContinuousBackupsDescription } = await dynamodb.send(command, signal);
    const found = ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
    return {
      isOn: found?.PointInTimeRecoveryStatus === 'ENABLED',
      since: found?.EarliestRestorableDateTime,
    };
  });
}

function askTimeToLive({ ask }: Asking, TableName: string) {
  return ask('dynamodb:DescribeTimeToLive', { TableName }, async ({ dynamodb }, signal) => {
    const { TimeToLiveDescription: found } = await dynamodb.send(
      new DescribeTimeToLiveCommand({ TableName }),
      signal,
    );
    const isOn = found?.TimeToLiveStatus === 'ENABLED' || found?.TimeToLiveStatus === 'ENABLING';
    return isOn ? found.AttributeName : undefined;
  });
}

function updateTable(options: (expected: Expected) => Readonly<Record<string, unknown>>) {
  return (it: Broken) => [
    aws('dynamodb update-table', { 'table-name': nameOf(it), ...options(it.expected) }),
  ];
}

const table: ResourceKind = {
  type: 'AWS::DynamoDB::GlobalTable',
  name: ({ logicalId }) => `The table ${logicalId}`,
  ask: async (asking, { physicalId, properties }) => {
    const [described, points, timeToLive] = await Promise.all([
      askTableDescription(asking, physicalId),
      askRestorePoints(asking, physicalId),
      askTimeToLive(asking, physicalId),
    ]);
    const PointInTimeRecoverySpecification = comparable(
      points,
      propertyAt(properties, 'Replicas.0.PointInTimeRecoverySpecification'),
      ({ isOn }) => ({ PointInTimeRecoveryEnabled: isOn }),
    );
    const TimeToLiveSpecification = comparable(
      timeToLive,
      properties['TimeToLiveSpecification'],
      (name) => (name === undefined ? undefined : { AttributeName: name, Enabled: true }),
    );
    return mapped(described, ({ Table = {} }) => {
      const { BillingModeSummary, StreamSpecification, OnDemandThroughput } = Table;
      const { DeletionProtectionEnabled = false } = Table;
      // AWS has -1 for no limit.
      const most = OnDemandThroughput?.MaxWriteRequestUnits ?? -1;
      return {
        // A table that was always on demand has no summary.
        BillingMode: BillingModeSummary?.BillingMode ?? properties['BillingMode'],
        Replicas: [{ DeletionProtectionEnabled, PointInTimeRecoverySpecification }],
        StreamSpecification: StreamSpecification?.StreamEnabled ? StreamSpecification : undefined,
        WriteOnDemandThroughputSettings: { MaxWriteRequestUnits: most > 0 ? most : undefined },
        TimeToLiveSpecification,
      };
    });
  },
  ifDeleted: {
    rank: 'STOPS',
    means: `Its items are in a backup of AWS for ${restorableDays} days. Bring them back before any deploy, which would make an empty table.`,
    runbook: 'a-table-was-deleted',
    mend: ({ stage, expected }) => [
      night(stage, 'restore-table', expected.logicalId),
      night(stage, 'repair'),
    ],
  },
  properties: {
    BillingMode: changedByHand(
      'LIMITS',
      'DynamoDB refuses what is above a fixed number of writes, and this number costs money each hour.',
      updateTable(({ properties }) => ({ 'billing-mode': properties['BillingMode'] })),
    ),
    'WriteOnDemandThroughputSettings.MaxWriteRequestUnits': {
      ...changedByHand(
        'LIMITS',
        'Another number of writes a second is the most.',
        updateTable(({ properties }) => ({
          'on-demand-throughput': `MaxWriteRequestUnits=${propertyAt(properties, 'WriteOnDemandThroughputSettings.MaxWriteRequestUnits') ?? -1}`,
        })),
      ),
      unset: undefined,
    },
    'Replicas.0.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled': {
      rank: 'UNSAFE',
      means: 'What is lost now is lost for ever: the table has no restore points.',
      runbook: 'restore-points-are-off',
      mend: (it) => [
        aws('dynamodb update-continuous-backups', {
          'table-name': nameOf(it),
          'point-in-time-recovery-specification': 'PointInTimeRecoveryEnabled=true',
        }),
      ],
    },
    'Replicas.0.DeletionProtectionEnabled': changedByHand(
      'UNSAFE',
      'One command can delete the table.',
      updateTable(({ properties }) => ({
        [propertyAt(properties, 'Replicas.0.DeletionProtectionEnabled') === true
          ? 'deletion-protection-enabled'
          : 'no-deletion-protection-enabled']: true,
      })),
    ),
    'StreamSpecification.StreamViewType': changedByHand(
      'UNSAFE',
      'Nobody can follow what was deleted or overwritten.',
      setStream,
    ),
    TimeToLiveSpecification: { consequenceOf: endings, unset: undefined },
  },
};

/** AWS changes no stream that is on: it must be switched off before. */
function setStream(it: Broken): Command[] {
  const path = 'StreamSpecification.StreamViewType';
  const set = (specification: string) =>
    updateTable(() => ({ 'stream-specification': specification }))(it);
  return [
    ...(propertyAt(it.actual, path) === undefined ? [] : set('StreamEnabled=false')),
    ...set(`StreamEnabled=true,StreamViewType=${propertyAt(it.expected.properties, path)}`),
  ];
}

/** What DynamoDB deletes by itself. */
function endings({ expected, actual }: Broken): Consequence {
  const wanted = propertyAt(expected.properties, 'TimeToLiveSpecification.AttributeName');
  const found = propertyAt(actual, 'TimeToLiveSpecification.AttributeName');
  const timeToLive = (AttributeName: unknown, Enabled: boolean) => (it: Broken) => [
    aws('dynamodb update-time-to-live', {
      'table-name': nameOf(it),
      'time-to-live-specification': `Enabled=${Enabled},AttributeName=${AttributeName}`,
    }),
  ];
  return found === undefined
    ? changedByHand('LACKS', 'DynamoDB does not delete what has ended.', timeToLive(wanted, true))
    : {
        rank: 'UNSAFE',
        means:
          'DynamoDB deletes items that nobody deleted, and those that are gone stay away. First switch this off, and then restore them.',
        runbook: 'items-that-dynamodb-deletes',
        mend: timeToLive(found, false),
      };
}

export const tableKinds = [table];
