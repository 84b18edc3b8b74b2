import {
  DescribeStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import { operation } from '../operation.ts';
import { pageOf } from '../paging.ts';

/** A part of the stream, with its records page by page. */
export interface ShardState {
  readonly pages: readonly (readonly StreamRecord[])[];
  /** Whether the table goes on writing into it. */
  readonly grows: boolean;
}

/** The place of an iterator: the shard, and the page in it. */
function placeOf(iterator = ''): readonly [shard: number, page: number] {
  const [shard, page] = iterator.split(' ').map(Number);
  return [shard ?? 0, page ?? 0];
}

export const dynamodbStreams = [
  operation(DescribeStreamCommand, ({ ExclusiveStartShardId: after }, state) => {
    const { items, next } = pageOf(
      state,
      state.shards.map((shard, index) => ({ shard, id: `${index}` })),
      after && `${Number(after) + 1}`,
    );
    return {
      StreamDescription: {
        Shards: items.map(({ shard, id }) => ({
          ShardId: id,
          SequenceNumberRange: {
            StartingSequenceNumber: '1',
            ...(!shard.grows && { EndingSequenceNumber: '9' }),
          },
        })),
        LastEvaluatedShardId: next && items.at(-1)?.id,
      },
    };
  }),
  operation(GetShardIteratorCommand, ({ ShardId }) => ({ ShardIterator: `${ShardId} 0` })),
  operation(GetRecordsCommand, ({ ShardIterator }, state) => {
    const [index, page] = placeOf(ShardIterator);
    const { pages = [], grows = false } = state.shards[index] ?? {};
    const isLast = page + 1 >= pages.length && !grows;
    return {
      Records: [...(pages[page] ?? [])],
      NextShardIterator: isLast ? undefined : `${index} ${page + 1}`,
    };
  }),
];
