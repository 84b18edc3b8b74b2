import { ApiGatewayV2Client, ResetAuthorizersCacheCommand } from '@aws-sdk/client-apigatewayv2';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { verifyAnswers } from '../../../functions/shared/checksum.ts';
import { Problem } from '../../problem.ts';
import { type AwsOptions, awsSettings, withDeadline } from '../aws-client.ts';
import type { Target } from './regions.ts';
import { tokenRegistry } from './token-registry.ts';

/** The tokens of a deployed stack. Its outputs name the API, the table and the regions. */
export async function stackTarget(
  stack: string,
  profile: string | undefined,
  regions: readonly string[],
): Promise<Target> {
  // Tokens are written to the first region; the others have replicas.
  const [first, ...named] = regions;
  const home = regionOf(stack, { profile, region: first });
  const { region, table, allRegions } = await home.describe();
  const others = named.length > 0 ? named : allRegions.filter((other) => other !== region);
  const otherRegions = others.map((name) => {
    const { close, clearCache, dynamodb } = regionOf(stack, { profile, region: name });
    // A global table has one name in all regions.
    return { name, clearCache, close, find: tokenRegistry(dynamodb, table).find };
  });
  return {
    name: `the stack ${stack}`,
    registry: tokenRegistry(home.dynamodb, table),
    clearCache: home.clearCache,
    otherRegions,
    async close() {
      for (const { close } of [home, ...otherRegions]) close();
    },
  };
}

function regionOf(stack: string, options: AwsOptions) {
  const settings = awsSettings(options);
  const cloudformation = withDeadline(new CloudFormationClient(settings));
  const apigateway = withDeadline(new ApiGatewayV2Client(settings));
  const dynamodb = withDeadline(verifyAnswers(new DynamoDBClient(settings)));
  return {
    dynamodb,
    async describe() {
      const outputs = await outputsOf(stack, cloudformation);
      return {
        region: await cloudformation.config.region(),
        table: outputOf(outputs, 'TokensTableName', stack),
        allRegions: outputs.get('Regions')?.split(',') ?? [],
      };
    },
    async clearCache() {
      const ApiId = outputOf(await outputsOf(stack, cloudformation), 'ApiId', stack);
      const command = new ResetAuthorizersCacheCommand({ ApiId, StageName: '$default' });
      const { httpStatusCode: status } = (await apigateway.send(command)).$metadata;
      // A proxy may answer 200 to anything.
      if (status !== 204) throw new Problem(`The answer was ${status} instead of 204.`);
    },
    close() {
      for (const client of [cloudformation, apigateway, dynamodb]) client.destroy();
    },
  };
}

type Outputs = ReadonlyMap<string | undefined, string | undefined>;

async function outputsOf(stack: string, client: CloudFormationClient): Promise<Outputs> {
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stack }));
    const { Outputs = [] } = Stacks?.[0] ?? {};
    return new Map(Outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
  } catch (error) {
    if (!isUnknownStack(error as Error)) throw error;
    const region = await client.config.region();
    throw new Problem(`There is no stack ${stack} in ${region} for these credentials.`, {
      cause: error,
    });
  }
}

function outputOf(outputs: Outputs, name: string, stack: string): string {
  const value = outputs.get(name);
  if (value) return value;
  throw new Problem(
    `The stack ${stack} has no output ${name}: it is not a plant store, or its deploy did not finish.`,
  );
}

// CloudFormation calls every bad request a ValidationError, also one about an unknown stack.
function isUnknownStack({ name, message }: Error): boolean {
  return name === 'ValidationError' && message.endsWith('does not exist');
}
