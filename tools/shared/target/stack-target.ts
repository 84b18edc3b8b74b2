import { ApiGatewayV2Client } from '@aws-sdk/client-apigatewayv2';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { verifyAnswers } from '../../../functions/dynamodb/verified-answers.ts';
import { Problem } from '../../../infra/project/problem.ts';
import { callLimits } from '../stage/call-limits.ts';
import { forgetDecisions } from '../stage/forget-decisions.ts';
import { askStack } from '../stage/stack.ts';
import type { Target } from './target.ts';

/** The tables of a deployed stack. Its outputs name the API and the tables. */
export async function openStackTarget(
  stack: string,
  dynamodb: DynamoDBClientConfig = callLimits,
): Promise<Target> {
  const { outputs } = await askStack(new CloudFormationClient(callLimits), stack);
  const output = (name: string): string => {
    const value = outputs[name];
    if (value) return value;
    throw new Problem(
      `The stack ${stack} has no output ${name}: it is not a stack of this service, or its deploy did not finish.`,
    );
  };
  const ApiId = output('ApiId');
  const client = verifyAnswers(new DynamoDBClient(dynamodb));
  return {
    kind: 'stack',
    name: `the stack ${stack}`,
    client,
    nameOf: (table) => output(`${table}TableName`),
    askStage: async () => {
      // Only a change needs it, and it is slow to load the clients of all services.
      const { createClients } = await import('../stage/clients.ts');
      const { askStage } = await import('../stage/stage.ts');
      return askStage(createClients(), stack);
    },
    forgetDecisions: () => forgetDecisions(new ApiGatewayV2Client(callLimits), ApiId, '$default'),
    close: async () => client.destroy(),
  };
}
