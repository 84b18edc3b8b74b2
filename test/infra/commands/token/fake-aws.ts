import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What the endpoints know: stacks by name with their outputs, and APIs whose cache may be reset. */
export interface FakeAws {
  readonly stacks: Stacks;
  /** Of regions where they differ. */
  readonly elsewhere?: Record<string, Stacks>;
  /** With the status of the answer. */
  readonly resettable: Readonly<Record<string, number>>;
  readonly onReset?: (api: string) => Promise<void>;
}

type Stacks = Record<string, Record<string, string>>;

/** CloudFormation and API Gateway as far as the token command calls them, over a real socket. */
export async function startFakeAws({ stacks, elsewhere, resettable, onReset }: FakeAws) {
  const resets: string[] = [];
  const accessKeys: (string | undefined)[] = [];
  const server = createServer(async (request, response) => {
    const [, accessKey, region = ''] =
      /Credential=(\w+)\/\d+\/([\w-]+)/.exec(request.headers.authorization ?? '') ?? [];
    accessKeys.push(accessKey);
    if (request.method === 'DELETE') await resetCache(request, response);
    else describeStacks(region, new URLSearchParams(await text(request)), response);
  });

  const describeStacks = (
    region: string,
    query: URLSearchParams,
    response: ServerResponse,
  ): void => {
    const name = query.get('StackName') ?? '';
    const outputs = (elsewhere?.[region] ?? stacks)[name];
    response.setHeader('content-type', 'text/xml');
    if (outputs === undefined) {
      response.statusCode = 400;
      const message = `Stack with id ${name} does not exist`;
      response.end(
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
  };

  const resetCache = async ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    const path = decodeURIComponent(url);
    const [, api = ''] =
      /^\/v2\/apis\/(\w+)\/stages\/\$default\/cache\/authorizers$/.exec(path) ?? [];
    const status = resettable[api];
    if (status !== undefined) {
      resets.push(path);
      await onReset?.(api);
      response.writeHead(status).end();
      return;
    }
    response.writeHead(403, { 'x-amzn-errortype': 'AccessDeniedException' });
    response.end(JSON.stringify({ Message: `not authorized to perform: apigateway:DELETE` }));
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, resets, accessKeys, stop: () => new Promise((resolve) => server.close(resolve)) };
}
