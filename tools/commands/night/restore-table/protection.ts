import {
  type DynamoDBClient,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import type { Step } from '../../../shared/stage/plan.ts';
import type { Pause } from '../../../shared/terminal/terminal.ts';
import { askTable, untilActive } from './table-copies.ts';

/** What the template says of a table, as far as a restored one lacks it. */
interface TableProperties {
  readonly Replicas?: readonly {
    readonly DeletionProtectionEnabled?: boolean;
    readonly PointInTimeRecoverySpecification?: { readonly PointInTimeRecoveryEnabled?: boolean };
  }[];
  readonly StreamSpecification?: { readonly StreamViewType?: 'NEW_AND_OLD_IMAGES' };
  readonly TimeToLiveSpecification?: {
    readonly AttributeName?: string;
    readonly Enabled?: boolean;
  };
}

/** A table that DynamoDB restored has no protection, no restore points, no stream and no time to live. */
export function protectionSteps(
  client: DynamoDBClient,
  TableName: string,
  { Replicas = [], StreamSpecification, TimeToLiveSpecification }: TableProperties,
): Step[] {
  const [replica] = Replicas;
  const steps: Step[] = [];
  const add = (does: string, work: () => Promise<unknown>) => {
    const workAndWait = async (pause?: Pause) => {
      await work();
      // DynamoDB makes one change of a table at a time.
      await untilActive(client, TableName, pause);
    };
    steps.push({ does, work: workAndWait });
  };
  if (replica?.DeletionProtectionEnabled) {
    const input = { TableName, DeletionProtectionEnabled: true };
    add(`Protect ${TableName} from deletion`, () => client.send(new UpdateTableCommand(input)));
  }
  if (replica?.PointInTimeRecoverySpecification?.PointInTimeRecoveryEnabled) {
    const on = { PointInTimeRecoveryEnabled: true };
    const input = { TableName, PointInTimeRecoverySpecification: on };
    add(`Give restore points to ${TableName}`, () =>
      client.send(new UpdateContinuousBackupsCommand(input)),
    );
  }
  const { StreamViewType } = StreamSpecification ?? {};
  if (StreamViewType) {
    const stream = { StreamEnabled: true, StreamViewType };
    add(`Give a stream to ${TableName}`, async () => {
      // DynamoDB refuses to switch it on again.
      if ((await askTable(client, TableName))?.StreamSpecification?.StreamEnabled) return;
      await client.send(new UpdateTableCommand({ TableName, StreamSpecification: stream }));
    });
  }
  const { AttributeName, Enabled } = TimeToLiveSpecification ?? {};
  if (AttributeName && Enabled) {
    const expiry = { AttributeName, Enabled };
    add(`Let DynamoDB delete items of ${TableName} whose ${AttributeName} is over`, () =>
      client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: expiry })),
    );
  }
  return steps;
}
