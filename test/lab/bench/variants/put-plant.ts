import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';

export interface Plant {
  readonly id: number;
  readonly name: string;
  readonly tag?: string;
}

/** The write that every variant of others does, as the SDK's documentation has it. */
export async function putPlant(
  Item: Plant,
  documents = DynamoDBDocumentClient.from(client),
): Promise<void> {
  await documents.send(
    new PutCommand({
      TableName: process.env['PLANTS_TABLE_NAME'],
      Item,
      ConditionExpression: 'attribute_not_exists(id)',
    }),
  );
}

export const client = new DynamoDBClient();
