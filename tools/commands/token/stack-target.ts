import { ApiGatewayV2Client, ResetAuthorizersCacheCommand } from '@aws-sdk/client-apigatewayv2';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { verifyAnswers } from '../../../functions/shared/verified-answers.ts';
import { Problem } from '../../../infra/problem.ts';
import { tokenTable } from './token-table.ts';
import type { Target } from './tokens.ts';

/** By default, the SDK waits for an answer without end. */
export const answerMilliseconds = 10_000;

/** The tokens of a deployed stack. Its outputs name the API and the table. */
export async function stackTarget(stack: string): Promise<Target> {
  const settings = {
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: answerMilliseconds,
      throwOnRequestTimeout: true,
    },
  };
  const cloudformation = new CloudFormationClient(settings);
  const apigateway = new ApiGatewayV2Client(settings);
  const dynamodb = verifyAnswers(new DynamoDBClient(settings));
  const { ApiId, TokensTableName } = await outputsOf(stack, cloudformation);
  return {
    name: `the stack ${stack}`,
    table: tokenTable(dynamodb, TokensTableName),
    clearCache: async () => {
      const command = new ResetAuthorizersCacheCommand({ ApiId, StageName: '$default' });
      await apigateway.send(command);
    },
  };
}

async function outputsOf(stack: string, cloudformation: CloudFormationClient) {
  const command = new DescribeStacksCommand({ StackName: stack });
  const { Stacks } = await cloudformation.send(command).catch(async (cause: Error) => {
    // CloudFormation calls every bad request a ValidationError, also one about an unknown stack.
    const { name, message } = cause;
    if (name !== 'ValidationError' || !message.endsWith('does not exist')) throw cause;
    const region = await cloudformation.config.region();
    const problem = `There is no stack ${stack} in ${region} for these credentials.`;
    throw new Problem(problem, { cause });
  });
  // A proxy can answer 200 to anything.
  const outputs = Stacks?.[0]?.Outputs;
  const output = (name: string) => outputs?.find((one) => one.OutputKey === name)?.OutputValue;
  const [ApiId, TokensTableName] = [output('ApiId'), output('TokensTableName')];
  if (ApiId && TokensTableName) return { ApiId, TokensTableName };
  throw new Problem(
    `The stack ${stack} has no outputs ApiId and TokensTableName: it is not a plant store, or its deploy did not finish.`,
  );
}
