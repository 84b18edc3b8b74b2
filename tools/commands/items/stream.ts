import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import { askPages } from '../stage/ask-pages.ts';

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

async function askShards(client: DynamoDBStreamsClient, StreamArn: string): Promise<Shard[]> {
  const shards: Shard[] = [];
  const pages = askPages(
    (last) => client.send(new DescribeStreamCommand({ StreamArn, ExclusiveStartShardId: last })),
    (page) => page.StreamDescription?.LastEvaluatedShardId,
  );
  for await (const { StreamDescription } of pages)
    shards.push(...(StreamDescription?.Shards ?? []));
  return shards;
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
