import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/**
 * Whether the condition of a write held, so that it was done. If an answer is lost, the SDK sends the write again, and
 * the condition can fail then.
 */
export async function conditionHolds(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
