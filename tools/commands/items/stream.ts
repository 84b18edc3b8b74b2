import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import { askAllPages } from '../../shared/stage/ask-all-pages.ts';

/** The end of a part that still grows has no sign. AWS can also answer without records before it. */
const mostEmptyAnswers = 20;

/** Each change of the last 24 hours, of one part of the stream after the other. */
export async function* recordsOf(
  client: DynamoDBStreamsClient,
  StreamArn: string,
): AsyncGenerator<StreamRecord> {
  for (const shard of await askShards(client, StreamArn))
    yield* recordsIn(client, StreamArn, shard);
}

function askShards(client: DynamoDBStreamsClient, StreamArn: string): Promise<Shard[]> {
  return askAllPages(async (ExclusiveStartShardId) => {
    const command = new DescribeStreamCommand({ StreamArn, ExclusiveStartShardId });
    const { StreamDescription } = await client.send(command);
    return [StreamDescription?.Shards, StreamDescription?.LastEvaluatedShardId];
  });
}

async function* recordsIn(
  client: DynamoDBStreamsClient,
  StreamArn: string,
  { ShardId, SequenceNumberRange }: Shard,
): AsyncGenerator<StreamRecord> {
  const grows = SequenceNumberRange?.EndingSequenceNumber === undefined;
  const start = new GetShardIteratorCommand({
    StreamArn,
    ShardId,
    ShardIteratorType: 'TRIM_HORIZON',
  });
  let next = (await client.send(start)).ShardIterator;
  for (let empty = 0; next !== undefined && empty < mostEmptyAnswers; ) {
    const page = await client.send(new GetRecordsCommand({ ShardIterator: next }));
    const { Records = [] } = page;
    yield* Records;
    if (grows && Records.length === 0) empty += 1;
    next = page.NextShardIterator;
  }
}
