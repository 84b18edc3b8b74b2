import {
  type CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation';
import { CommandError } from './command-error.ts';

export interface StackOutputs {
  readonly apiId: string;
  readonly table: string;
}

/** What a deployed stack says of itself. */
export async function stackOutputs(
  client: CloudFormationClient,
  stack: string,
): Promise<StackOutputs> {
  const outputs = await describe(client, stack);
  const output = (name: string): string => {
    const value = outputs.get(name);
    if (value) return value;
    throw new CommandError(
      `The stack ${stack} has no output ${name}: it is no plant store, or not deployed to the end.`,
    );
  };
  return { apiId: output('ApiId'), table: output('TokensTableName') };
}

async function describe(
  client: CloudFormationClient,
  StackName: string,
): Promise<Map<string | undefined, string | undefined>> {
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName }));
    const outputs = Stacks?.[0]?.Outputs ?? [];
    return new Map(outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
  } catch (error) {
    if (!isUnknownStack(error)) throw error;
    const region = await client.config.region();
    throw new CommandError(`There is no stack ${StackName} in ${region} for these credentials.`);
  }
}

// It has no name of its own: CloudFormation calls every request that it dislikes a ValidationError.
function isUnknownStack(error: unknown): boolean {
  return (
    error instanceof CloudFormationServiceException &&
    error.name === 'ValidationError' &&
    error.message.endsWith('does not exist')
  );
}
