import { PolicyStatement } from 'aws-cdk-lib/aws-iam';

/** A right on resources, perhaps only under conditions. */
export function allow(actions: string[], resources: string[], when: Record<string, object> = {}) {
  return new PolicyStatement({ actions, resources, conditions: when });
}

/**
 * A right on a few items of a table: those with such a key.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 */
export function reservedItems(tableArn: string, key: string, ...operations: string[]) {
  const actions = operations.map((operation) => `dynamodb:${operation}`);
  return allow(actions, [tableArn], {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [key] },
    // ForAllValues is also true for a request without a key, such as a scan.
    Null: { 'dynamodb:LeadingKeys': 'false' },
  });
}
