import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { plantStore } from '../../../functions/create-plant/plant-store.ts';

/** Our store over a client as it comes, for the variants with our own code. */
export const addPlant = plantStore(
  DynamoDBDocumentClient.from(new DynamoDBClient()),
  String(process.env['PLANTS_TABLE_NAME']),
);
