import { ApiGatewayV2Client, ResetAuthorizersCacheCommand } from '@aws-sdk/client-apigatewayv2';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { verifyAnswers } from '../../../functions/shared/verified-answers.ts';
import { Problem } from '../../../infra/build/problem.ts';
import { callLimits } from '../night/call-limits.ts';
import { readStack } from '../night/stack.ts';
import { tokenTable } from './token-table.ts';
import type { Target } from './tokens.ts';

/** The tokens of a deployed stack. Its outputs name the API and the table. */
export async function openStackTarget(stack: string): Promise<Target> {
  const apigateway = new ApiGatewayV2Client(callLimits);
  const dynamodb = verifyAnswers(new DynamoDBClient(callLimits));
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
  const { outputs } = await readStack(new CloudFormationClient(callLimits), stack);
  const { ApiId, TokensTableName } = outputs;
  if (ApiId && TokensTableName) return { ApiId, TokensTableName };
  throw new Problem(
    `The stack ${stack} has no outputs ApiId and TokensTableName: it is not a stack of this service, or its deploy did not finish.`,
  );
}
