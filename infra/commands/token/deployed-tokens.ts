import { ApiGatewayV2Client } from '@aws-sdk/client-apigatewayv2';
import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { verifyAnswers } from '../../../functions/shared/checksum.ts';
import { Problem } from '../../problem.ts';
import type { Place } from './request.ts';
import { type OtherRegion, resetAuthorizersCache, type TokenHome } from './token-home.ts';
import { tokenRegistry } from './token-registry.ts';

/** The tokens of a deployed stack, found by its outputs in the first of the regions. */
export async function deployedTokens(place: Extract<Place, { kind: 'stack' }>): Promise<TokenHome> {
  const [first, ...named] = place.regions;
  const home = regionOf(place, first);
  const { stack, name, table, regions } = await home.find();
  // All are told by the stack of each region.
  const others = named.length > 0 ? named : regions.filter((region) => region !== name);
  return {
    name: `the stack ${stack}`,
    registry: tokenRegistry(home.documents, table),
    resetAuthorizersCache: home.resetAuthorizersCache,
    others: others.map((other) => otherRegion(other, regionOf(place, other), table)),
    close: async () => {},
  };
}

type Region = ReturnType<typeof regionOf>;

function regionOf(
  { stack, profile }: Extract<Place, { kind: 'stack' }>,
  region: string | undefined,
) {
  const settings = {
    ...(profile !== undefined && { profile }),
    ...(region !== undefined && { region }),
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
    },
  };
  const cloudformation = new CloudFormationClient(settings);
  const ask = async () => {
    const outputs = await outputsOf(stack, cloudformation);
    const output = (name: string): string => {
      const value = outputs.get(name);
      if (value) return value;
      throw new Problem(
        `The stack ${stack} has no output ${name}: it is no plant store, or not deployed to the end.`,
      );
    };
    return {
      stack,
      name: await cloudformation.config.region(),
      api: output('ApiId'),
      table: output('TokensTableName'),
      regions: outputs.get('Regions')?.split(',') ?? [],
    };
  };
  let found: ReturnType<typeof ask> | undefined;
  const find = () => {
    found ??= ask();
    return found;
  };
  return {
    find,
    documents: DynamoDBDocumentClient.from(verifyAnswers(new DynamoDBClient(settings))),
    resetAuthorizersCache: async () =>
      resetAuthorizersCache(new ApiGatewayV2Client(settings), (await find()).api),
  };
}

// A global table has one name in all regions.
function otherRegion(name: string, region: Region, TableName: string): OtherRegion {
  return {
    name,
    find: async (digest) => {
      const command = new GetCommand({ TableName, Key: { digest }, ConsistentRead: true });
      return (await region.documents.send(command)).Item;
    },
    resetAuthorizersCache: region.resetAuthorizersCache,
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
