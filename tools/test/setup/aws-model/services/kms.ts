import {
  CancelKeyDeletionCommand,
  DescribeKeyCommand,
  EnableKeyCommand,
} from '@aws-sdk/client-kms';
import type { AwsState } from '../aws-state.ts';
import { AwsError, operation } from '../operation.ts';

function find({ kmsKeys }: AwsState, id = '') {
  const found = kmsKeys[id];
  if (found === undefined) throw new AwsError('NotFoundException');
  return found;
}

export const kms = [
  operation(DescribeKeyCommand, ({ KeyId = '' }, state) => ({
    KeyMetadata: { KeyId, Arn: KeyId, KeyState: find(state, KeyId) },
  })),
  operation(EnableKeyCommand, ({ KeyId = '' }, state) => {
    if (find(state, KeyId) === 'PendingDeletion') throw new AwsError('KMSInvalidStateException');
    state.kmsKeys[KeyId] = 'Enabled';
    return {};
  }),
  operation(CancelKeyDeletionCommand, ({ KeyId = '' }, state) => {
    find(state, KeyId);
    state.kmsKeys[KeyId] = 'Disabled';
    return { KeyId };
  }),
];
