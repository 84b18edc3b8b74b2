import { GetPolicyCommand } from '@aws-sdk/client-lambda';
import { type Answer, mapped } from '../answer.ts';
import type { Asking } from '../asking.ts';
import type { Command } from '../command.ts';
import { type Expected, type Properties, shortName } from '../expected.ts';
import { aws } from '../mends.ts';
import { functionNameIn, shortFunctionName } from './function-names.ts';
import type { ResourceKind } from './resource-kind.ts';

interface Statement {
  readonly Sid?: string;
  readonly Effect?: string;
  readonly Action?: string;
  readonly Principal?: { readonly Service?: string } | string;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Who may start a function, or an alias of it. */
export function askPolicy(asking: Asking, target: string): Promise<Answer<readonly Statement[]>> {
  // The ARN of an alias has seven colons, and that of a function six.
  const [, Qualifier] = /:function:[^:]+:([^:]+)$/.exec(target) ?? [];
  const FunctionName = functionNameIn(target);
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
  name: ({ properties }) =>
    `The permission to start ${shortFunctionName(properties['FunctionName'])}`,
  ask: async (asking, { properties }) =>
    mapped(await askPolicy(asking, `${properties['FunctionName']}`), (statements) =>
      statements.some((one) => allows(one, properties)) ? {} : { gone: true },
    ),
  gone: {
    rank: 'STOPS',
    means: 'The gateway may not start the function: each request gets 500.',
    runbook: 'add-a-missing-permission',
    mend: ({ expected }) => [addPermission(expected)],
  },
  properties: {},
};

function addPermission({ logicalId, properties }: Expected): Command {
  const [, qualifier] = /:function:[^:]+:([^:]+)$/.exec(`${properties['FunctionName']}`) ?? [];
  return aws('lambda add-permission', {
    'function-name': functionNameIn(properties['FunctionName']),
    qualifier,
    'statement-id': `repaired-${shortName(logicalId)}`.slice(0, 100),
    action: properties['Action'],
    principal: properties['Principal'],
    'source-arn': properties['SourceArn'],
  });
}

export const permissionKinds = [permission];
