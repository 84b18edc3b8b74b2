import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { expect } from 'vitest';
import { tables } from '../../../functions/service.ts';
import type { Call } from '../../../tools/test/setup/recording-proxy.ts';
import { type Resource, template } from '../../setup/synthesized.ts';

// The rights that a role of the template grants, and those that calls of AWS need.

export interface Policy {
  readonly Statement: readonly Statement[];
}

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: object;
}

/** The right that a signed call of DynamoDB needs: an action on a table. `key` is that of its item. */
export function rightUsed({ headers, body }: Call) {
  const [, service] =
    /Credential=\w+\/\d{8}\/[\w-]+\/([\w-]+)\//.exec(`${headers.authorization}`) ?? [];
  if (service === undefined) return [];
  const { table, key } = writtenIn(body);
  return [
    { right: `${service}:${actionOf(headers)} on ${table}`, key: Object.values(Object(key))[0] },
  ];
}

export function actionOf(headers: Call['headers']): string {
  const [, action = 'InvokeFunction'] = /\.(\w+)$/.exec(`${headers['x-amz-target']}`) ?? [];
  return action;
}

/** The table of a call to DynamoDB, and the key of its item in DynamoDB's own form. */
export function writtenIn(body: string) {
  const { TableName: table, Key, Item } = JSON.parse(body);
  const name = allTables[table]?.key;
  const key: AttributeValue | undefined = Object(Key ?? Item)[`${name}`];
  return { table, name, key };
}

/** By the names that calls have for them. */
export const allTables: Readonly<Record<string, TableFacts>> = tables;

interface TableFacts {
  readonly key: string;
  readonly changedBy: Readonly<Record<string, string>>;
  readonly bodyOf?: string;
}

/** The rights to write its own log, which each function has. */
export function logRightsOf(functionId: string): string[] {
  const { LogGroup } = propertiesOf(functionId)['LoggingConfig'] as { LogGroup: { Ref: string } };
  return ['CreateLogStream', 'PutLogEvents'].map((name) => `logs:${name} on ${LogGroup.Ref}`);
}

export function roleOf(functionId: string): string {
  return resourceName(propertiesOf(functionId)['Role']);
}

/** All rights that the template grants to a role, from each place where a policy can be. */
export function rightsGranted(roleId: string) {
  const { ManagedPolicyArns = [], Policies = [] } = propertiesOf(roleId);
  // Nowhere else: service-stack.test.ts.
  expect(ManagedPolicyArns).toEqual([]);
  return (Policies as readonly { readonly PolicyDocument: Policy }[])
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .flatMap(({ Effect, Action, Resource, Condition = {} }) => {
      expect(Effect).toBe('Allow');
      return [Action].flat().flatMap((action) =>
        [Resource].flat().map((one) => {
          return { right: `${action} on ${resourceName(one)}`, condition: Condition };
        }),
      );
    });
}

/** The logical id for an ARN of this stack, which is also the table's name here. Any other text as it is. */
export function resourceName(resource: unknown): string {
  const { 'Fn::GetAtt': [id, attribute] = [], 'Fn::Join': [, parts] = [] } = Object(resource);
  if (parts) return parts.map(resourceName).join('');
  return attribute === 'Arn' ? `${id}` : `${resource}`;
}

export function propertiesOf(id: string): Resource['Properties'] {
  const { Properties } = template.Resources[id] ?? {};
  if (Properties === undefined) throw new Error(`The template has no ${id}`);
  return Properties;
}
