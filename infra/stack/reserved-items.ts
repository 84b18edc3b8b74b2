import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';

/**
 * A right on a few items of a table: those with such a key.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 */
export function reservedItems(
  { tableArn }: Pick<ITableV2, 'tableArn'>,
  key: string,
  ...operations: readonly string[]
): PolicyStatement {
  return new PolicyStatement({
    actions: operations.map((operation) => `dynamodb:${operation}`),
    resources: [tableArn],
    conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [key] } },
  });
}
