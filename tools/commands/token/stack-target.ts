import { ApiGatewayV2Client, ResetAuthorizersCacheCommand } from '@aws-sdk/client-apigatewayv2';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { verifyAnswers } from '../../../functions/shared/verified-answers.ts';
import { Problem } from '../../../infra/build/problem.ts';
import { tokenTable } from './token-table.ts';
import type { Target } from './tokens.ts';

// By default, the SDK waits for an answer without end.
const settings = {
  requestHandler: {
    connectionTimeout: 10_000,
    requestTimeout: 10_000,
    throwOnRequestTimeout: true,
    // Also while an answer arrives.
    socketTimeout: 10_000,
  },
};

/** The tokens of a deployed stack. Its outputs name the API and the table. */
export async function openStackTarget(stack: string): Promise<Target> {
  const apigateway = new ApiGatewayV2Client(settings);
  const dynamodb = verifyAnswers(new DynamoDBClient(settings));
  const { ApiId, TokensTableName } = await outputsOf(stack);
  return {
    name: `the stack ${stack}`,
    table: tokenTable(dynamodb, TokensTableName),
    clearCache: async () => {
      const command = new ResetAuthorizersCacheCommand({ ApiId, StageName: '$default' });
      await apigateway.send(command);
    },
  };
}

async function outputsOf(stack: string) {
  const command = new DescribeStacksCommand({ StackName: stack });
  const { Stacks } = await new CloudFormationClient(settings).send(command);
  // A proxy can answer 200 to anything.
  const outputs = Stacks?.[0]?.Outputs;
  const output = (name: string) => outputs?.find((one) => one.OutputKey === name)?.OutputValue;
  const [ApiId, TokensTableName] = [output('ApiId'), output('TokensTableName')];
  if (ApiId && TokensTableName) return { ApiId, TokensTableName };
  throw new Problem(
    `The stack ${stack} has no outputs ApiId and TokensTableName: it is not a stack of this service, or its deploy did not finish.`,
  );
}
