import type { Stage } from '../../../shared/stage/stage.ts';

/** Stands for a value of the template that only CloudFormation can compute. */
const notComputed = Symbol('not computed');

/** A value of the template, with names in the place of references. */
export function computed(value: unknown, stage: Stage): unknown {
  const inner = (one: unknown) => computed(one, stage);
  if (Array.isArray(value)) return value.map(inner);
  if (typeof value !== 'object' || value === null) return value;
  const [[name, argument] = ['', undefined], ...others] = Object.entries(value);
  if (others.length > 0 || !/^(Ref$|Fn::)/.test(name))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one)]));
  return valueOfFunction(name, argument, stage) ?? notComputed;
}

function valueOfFunction(name: string, argument: unknown, stage: Stage): unknown {
  const inner = (one: unknown) => computed(one, stage);
  const [first, second] = Array.isArray(argument) ? argument : [];
  switch (name) {
    case 'Ref':
      return pseudoParameter(`${argument}`, stage) ?? stage.physicalIds[`${argument}`];
    case 'Fn::GetAtt':
      return attributeOf(stage, `${first}`, `${second}`);
    case 'Fn::Join': {
      const parts = inner(second) as unknown[];
      return parts.includes(notComputed) ? undefined : parts.join(first);
    }
    case 'Fn::Select':
      return (inner(second) as unknown[])[first];
    case 'Fn::Split': {
      const text = inner(second);
      return text === notComputed ? undefined : String(text).split(first);
    }
    default:
      return undefined;
  }
}

/** What the names of AWS's services end with. */
const suffixes: Readonly<Record<string, string>> = {
  aws: 'amazonaws.com',
  'aws-us-gov': 'amazonaws.com',
  'aws-cn': 'amazonaws.com.cn',
};

function pseudoParameter(name: string, stage: Stage): string | undefined {
  const values: Readonly<Record<string, string>> = {
    'AWS::AccountId': stage.account,
    'AWS::Partition': stage.partition,
    'AWS::Region': stage.region,
    'AWS::StackName': stage.stackName,
  };
  return name === 'AWS::URLSuffix' ? suffixes[stage.partition] : values[name];
}

function attributeOf(stage: Stage, logicalId: string, attribute: string): string | undefined {
  const physicalId = stage.physicalIds[logicalId];
  const type = stage.template.Resources[logicalId]?.Type;
  if (physicalId === undefined) return undefined;
  const arn = (service: string, resource: string) =>
    `arn:${stage.partition}:${service}:${stage.region}:${stage.account}:${resource}`;
  switch (`${type} ${attribute}`) {
    case 'AWS::CloudWatch::Alarm Arn':
    case 'AWS::CloudWatch::CompositeAlarm Arn':
      return arn('cloudwatch', `alarm:${physicalId}`);
    case 'AWS::DynamoDB::GlobalTable Arn':
      return arn('dynamodb', `table/${physicalId}`);
    case 'AWS::IAM::Role Arn':
      return `arn:${stage.partition}:iam::${stage.account}:role/${physicalId}`;
    case 'AWS::Lambda::Function Arn':
      return arn('lambda', `function:${physicalId}`);
    case 'AWS::Lambda::Version Version':
      return physicalId.split(':').at(-1);
    case 'AWS::Logs::LogGroup Arn':
      return `${arn('logs', `log-group:${physicalId}`)}:*`;
    default:
      return undefined;
  }
}

/** Whether no part of it is a value that only CloudFormation can compute. */
export function isComputed(value: unknown): boolean {
  if (value === notComputed) return false;
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isComputed);
}
