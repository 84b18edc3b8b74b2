import { ApiGatewayV2Client, ResetAuthorizersCacheCommand } from '@aws-sdk/client-apigatewayv2';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { verifyAnswers } from '../../../functions/shared/checksum.ts';
import { Problem } from '../../../infra/base.ts';
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
  const home = stackIn(first, stack, profile);
  const region = await home.region();
  const { table, allRegions } = await home.outputs();
  const others = named.length > 0 ? named : allRegions.filter((other) => other !== region);
  const further = others.map((name) => [name, stackIn(name, stack, profile)] as const);
  const stacks = new Map([[region, home], ...further]);
  return {
    name: `the stack ${stack}`,
    registry: tokenRegistry(home.dynamodb, table),
    gateways: [...stacks].map(([name, { dynamodb, clearCache }]) => ({
      name: `The gateway in ${name}`,
      // A global table has one name in all regions.
      find: tokenRegistry(dynamodb, table).find,
      clearCache,
    })),
    close: () => {
      for (const { close } of stacks.values()) close();
    },
  };
}

function stackIn(name: string | undefined, stack: string, profile: string | undefined) {
  const settings = {
    ...(profile !== undefined && { profile }),
    ...(name !== undefined && { region: name }),
    // By default, the SDK waits for an answer without end.
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
    },
  };
  const cloudformation = new CloudFormationClient(settings);
  const apigateway = new ApiGatewayV2Client(settings);
  const dynamodb = verifyAnswers(new DynamoDBClient(settings));
  const { region } = cloudformation.config;
  return { dynamodb, region, outputs, clearCache, close };

  async function outputs() {
    const command = new DescribeStacksCommand({ StackName: stack });
    const { Stacks } = await cloudformation.send(command).catch(async (cause: Error) => {
      // CloudFormation calls every bad request a ValidationError, also one about an unknown stack.
      const { name, message } = cause;
      if (name !== 'ValidationError' || !message.endsWith('does not exist')) throw cause;
      const problem = `There is no stack ${stack} in ${await region()} for these credentials.`;
      throw new Problem(problem, { cause });
    });
    // A proxy can answer 200 to anything.
    if (Stacks?.[0] === undefined) throw new Problem('The answer of CloudFormation has no stack.');
    const { Outputs = [] } = Stacks[0];
    const values: Partial<Record<string, string>> = Object.fromEntries(
      Outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]),
    );
    const { ApiId, TokensTableName: table, Regions } = values;
    if (ApiId && table) return { ApiId, table, allRegions: Regions?.split(',') ?? [] };
    throw new Problem(
      `The stack ${stack} has no outputs ApiId and TokensTableName: it is not a plant store, or its deploy did not finish.`,
    );
  }

  async function clearCache(): Promise<void> {
    const { ApiId } = await outputs();
    const command = new ResetAuthorizersCacheCommand({ ApiId, StageName: '$default' });
    const { httpStatusCode: status } = (await apigateway.send(command)).$metadata;
    if (status !== 204) throw new Problem(`The answer was ${status} instead of 204.`);
  }

  function close(): void {
    for (const client of [cloudformation, apigateway, dynamodb]) client.destroy();
  }
}
