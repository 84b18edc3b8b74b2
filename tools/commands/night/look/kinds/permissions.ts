import { GetPolicyCommand } from '@aws-sdk/client-lambda';
import type { Asking } from '../asking.ts';
import { type AwsAnswer, foundIn } from '../aws-answer.ts';
import type { Command } from '../command.ts';
import { type Expected, type Properties, shortName } from '../expected.ts';
import { aws } from '../mends.ts';
import { functionNameIn, qualifierIn, shortFunctionName } from './function-names.ts';
import { propertyText, type ResourceKind } from './resource-kind.ts';

interface Statement {
  readonly Sid?: string;
  readonly Effect?: string;
  readonly Action?: string;
  readonly Principal?: { readonly Service?: string } | string;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Who may start a function, or an alias of it. */
export function askPolicy(
  asking: Asking,
  target: string,
): Promise<AwsAnswer<readonly Statement[]>> {
  const FunctionName = functionNameIn(target);
  const Qualifier = qualifierIn(target);
  const input = { FunctionName, ...(Qualifier && { Qualifier }) };
  return asking.ask('lambda:GetPolicy', input, async ({ lambda }, signal) => {
    const { Policy = '{}' } = await lambda.send(new GetPolicyCommand(input), signal);
    return [JSON.parse(Policy).Statement ?? []].flat();
  });
}

/** Whether a statement lets this service call this, from this ARN. */
export function allows(statement: Statement, permission: Properties): boolean {
  const { Effect, Action, Principal, Condition = {} } = statement;
  const service = typeof Principal === 'string' ? Principal : Principal?.Service;
  const sources = Object.values(Condition).flatMap((test) => Object.entries(test));
  return (
    Effect === 'Allow' &&
    Action === permission['Action'] &&
    service === permission['Principal'] &&
    sources.some(
      ([name, value]) => /^aws:SourceArn$/i.test(name) && value === permission['SourceArn'],
    )
  );
}

const permission: ResourceKind = {
  type: 'AWS::Lambda::Permission',
  name: (expected) =>
    `The permission to start ${shortFunctionName(propertyText(expected, 'FunctionName'))}`,
  ask: async (asking, expected) =>
    foundIn(await askPolicy(asking, propertyText(expected, 'FunctionName')), (statement) =>
      allows(statement, expected.properties),
    ),
  ifDeleted: {
    rank: 'STOPS',
    means: 'The gateway may not start the function: each request gets 500.',
    runbook: 'add-a-missing-permission',
    mend: ({ expected }) => [addPermission(expected)],
  },
  properties: {},
};

function addPermission(expected: Expected): Command {
  const { logicalId, properties } = expected;
  const target = propertyText(expected, 'FunctionName');
  return aws('lambda add-permission', {
    'function-name': functionNameIn(target),
    qualifier: qualifierIn(target),
    'statement-id': `repaired-${shortName(logicalId)}`.slice(0, 100),
    action: properties['Action'],
    principal: properties['Principal'],
    'source-arn': properties['SourceArn'],
  });
}

export const permissionKinds = [permission];
