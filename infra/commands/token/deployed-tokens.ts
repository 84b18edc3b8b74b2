import { ApiGatewayV2Client } from '@aws-sdk/client-apigatewayv2';
import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { verifyAnswers } from '../../../functions/shared/checksum.ts';
import { Problem } from '../../terminal/problem.ts';
import type { Place } from './request.ts';
import { resetAuthorizersCache, type TokenHome } from './token-home.ts';
import { tokenRegistry } from './token-registry.ts';

/** The tokens of a deployed stack, found by its outputs. */
export async function deployedTokens({
  stack,
  profile,
  region,
}: Extract<Place, { kind: 'stack' }>): Promise<TokenHome> {
  const settings = {
    ...(profile !== undefined && { profile }),
    ...(region !== undefined && { region }),
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
    },
  };
  const outputs = await outputsOf(stack, new CloudFormationClient(settings));
  const output = (name: string): string => {
    const value = outputs.get(name);
    if (value) return value;
    throw new Problem(
      `The stack ${stack} has no output ${name}: it is no plant store, or not deployed to the end.`,
    );
  };
  const api = output('ApiId');
  const table = output('TokensTableName');
  const gateway = new ApiGatewayV2Client(settings);
  const dynamodb = verifyAnswers(new DynamoDBClient(settings));
  return {
    name: `the stack ${stack}`,
    registry: tokenRegistry(DynamoDBDocumentClient.from(dynamodb), table),
    resetAuthorizersCache: () => resetAuthorizersCache(gateway, api),
    close: async () => {},
  };
}

type Outputs = ReadonlyMap<string | undefined, string | undefined>;

async function outputsOf(StackName: string, client: CloudFormationClient): Promise<Outputs> {
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName }));
    const outputs = Stacks?.[0]?.Outputs ?? [];
    return new Map(outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
  } catch (error) {
    if (!isUnknownStack(error)) throw error;
    const region = await client.config.region();
    throw new Problem(`There is no stack ${StackName} in ${region} for these credentials.`, {
      cause: error,
    });
  }
}

// An unknown stack has no error of its own: CloudFormation calls every bad request a ValidationError.
function isUnknownStack(error: unknown): boolean {
  return (
    error instanceof CloudFormationServiceException &&
    error.name === 'ValidationError' &&
    error.message.endsWith('does not exist')
  );
}
