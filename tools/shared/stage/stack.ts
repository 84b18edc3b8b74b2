import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { Problem } from '../../../infra/project/problem.ts';

/** The account and the region have no such stack. */
export class MissingStack extends Problem {
  readonly stackName: string;

  constructor(stack: string, place = 'here') {
    super(
      `There is no stack ${stack} ${place}, but it can be in another one: look at AWS_PROFILE, AWS_REGION and the name.`,
    );
    this.stackName = stack;
  }
}

export type Stack = Awaited<ReturnType<typeof askStack>>;

/** A deployed stack, as CloudFormation describes it. */
export async function askStack(client: CloudFormationClient, stackName: string) {
  const { Stacks } = await client
    .send(new DescribeStacksCommand({ StackName: stackName }))
    .catch((error: Error) => {
      // Its message says more, but can change.
      throw error.name === 'ValidationError' ? new MissingStack(stackName) : error;
    });
  // A proxy can answer 200 to anything.
  const { StackId = '', StackStatus = '', Outputs = [] } = Stacks?.[0] ?? {};
  const [, partition = '', , region = '', account = ''] = StackId.split(':');
  return {
    stackName,
    id: StackId,
    partition,
    region,
    account,
    status: StackStatus,
    outputs: Object.fromEntries(
      Outputs.map(({ OutputKey, OutputValue }) => [`${OutputKey}`, `${OutputValue}`]),
    ) as Readonly<Partial<Record<string, string>>>,
  };
}
