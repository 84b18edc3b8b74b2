import type { ServerResponse } from 'node:http';
import { type Call, startDynamodbProxy } from '../../../dynamodb-proxy.ts';

type Stacks = Record<string, Record<string, string>>;

interface FakeAws {
  /** The outputs of each stack. */
  readonly stacks: Stacks;
  /** The stacks of other regions. */
  readonly elsewhere?: Record<string, Stacks>;
  /** The APIs with a cache that can be reset, each with the status of the answer. */
  readonly resettable?: Readonly<Record<string, number>>;
  readonly onReset?: (api: string) => Promise<void>;
}

/** CloudFormation and API Gateway, as far as the token command calls them. */
export async function startFakeAws({
  stacks,
  elsewhere = {},
  resettable = {},
  onReset = async () => {},
}: FakeAws) {
  const resets: string[] = [];
  const { url, calls, stop } = await startDynamodbProxy({
    hook: (response, _, call) =>
      call.method === 'DELETE' ? resetCache(response, call) : describeStacks(response, call),
  });
  return { url, calls, resets, stop };

  function describeStacks(response: ServerResponse, { headers, body }: Call): void {
    const [, region = ''] = /Credential=\w+\/\d+\/([\w-]+)/.exec(headers.authorization ?? '') ?? [];
    const name = new URLSearchParams(body).get('StackName') ?? '';
    const outputs = (elsewhere[region] ?? stacks)[name];
    response.setHeader('content-type', 'text/xml');
    if (outputs === undefined) {
      const message = `Stack with id ${name} does not exist`;
      response
        .writeHead(400)
        .end(
          `<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>${message}</Message></Error></ErrorResponse>`,
        );
      return;
    }
    const members = Object.entries(outputs).map(
      ([key, value]) =>
        `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    );
    response.end(
      `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>${name}</StackName><Outputs>${members.join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
    );
  }

  async function resetCache(response: ServerResponse, { path = '' }: Call): Promise<void> {
    const [, api = ''] =
      /^\/v2\/apis\/(\w+)\/stages\/\$default\/cache\/authorizers$/.exec(decodeURIComponent(path)) ??
      [];
    const status = resettable[api];
    if (status === undefined) {
      response.writeHead(403, { 'x-amzn-errortype': 'AccessDeniedException' });
      response.end('{"Message":"not authorized to perform: apigateway:DELETE"}');
    } else {
      resets.push(api);
      await onReset(api);
      response.writeHead(status).end();
    }
  }
}
