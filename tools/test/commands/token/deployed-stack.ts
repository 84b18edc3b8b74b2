import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, expect, onTestFinished, vi } from 'vitest';
import { createAuthorizer } from '../../../../functions/authorize/authorize.ts';
import { digestOf } from '../../../../functions/authorize/token.ts';
import type { StoredToken } from '../../../../functions/authorize/token-record.ts';
import { tokenStore } from '../../../../functions/authorize/token-store.ts';
import { createDocumentClient } from '../../../../functions/dynamodb/document-client.ts';
import { tokenTable } from '../../../commands/token/token-table.ts';
import { startDynamodb } from '../../setup/embedded-dynamodb.ts';
import {
  type Call,
  type Hook,
  type StoreAnswer,
  startRecordingProxy,
} from '../../setup/recording-proxy.ts';
import { cloudformation } from '../cloudformation.ts';
import { itemOf, token } from './run-token.ts';

// The endpoints of deployed stacks, and their tokens as an operator and the authorizer see them.

/** The API of each stack. */
const apis: Readonly<Record<string, string>> = { PlantStore: 'open', Guarded: 'guarded' };

/** The APIs with a cache that was cleared. */
export const resets: string[] = [];

const describe = cloudformation((name) => ({ TokensTableName: 'Tokens', ApiId: apis[name] }));

const resetCache: Hook = (response, _, { path = '' }) => {
  const [, api = ''] =
    /^\/v2\/apis\/(\w+)\/stages\/%24default\/cache\/authorizers$/.exec(path) ?? [];
  resets.push(api);
  if (api !== 'guarded') {
    response.writeHead(204).end();
    return;
  }
  response.writeHead(403, { 'x-amzn-errortype': 'AccessDeniedException' });
  response.end('{"Message":"not authorized to perform: apigateway:DELETE"}');
};

const dynamodb = await startDynamodb();
/** CloudFormation and API Gateway, as far as the command calls them. */
export const aws = await startRecordingProxy({
  hook: (response, apply, call) =>
    (call.method === 'DELETE' ? resetCache : describe)(response, apply, call),
});
beforeAll(() => {
  vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', aws.url);
  vi.stubEnv('AWS_ENDPOINT_URL_APIGATEWAYV2', aws.url);
  vi.spyOn(console, 'info').mockImplementation(() => {});
});
afterAll(async () => {
  aws.stop();
  await dynamodb.stop();
});

export const stack = ['--stack', 'PlantStore'];
/** For a command that asks for the name of the stage. */
export const confirmed = [...stack, '--confirm', 'production'];

export async function create(client: string, ...options: string[]): Promise<string> {
  return (await token('create', '--client', client, ...stack, ...options)).stdout.trim();
}

export const tokensTable = tokenTable(new DynamoDBClient(), 'Tokens');

/** The item of a token. */
export async function stored(text: string): Promise<Partial<StoredToken>> {
  return (await itemOf(digestOf(text.trim()))) ?? {};
}

export async function accepts(text: string): Promise<boolean> {
  const decide = createAuthorizer(tokenStore(createDocumentClient({ maxAttempts: 1 }), 'Tokens'));
  const event = { identitySource: [`Bearer ${text}`] };
  return (await decide(event as APIGatewayRequestAuthorizerEventV2)).isAuthorized;
}

/** The error of a command that fails and prints nothing else. */
export async function refused(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await token(...words, ...stack);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  return stderr;
}

/** Decides the answer to a call, for example to a `PutItem`. Without an answer the connection is closed. */
type Interference = (
  operation: string,
  forward: () => Promise<StoreAnswer>,
) => Promise<StoreAnswer | undefined>;

/** The operation of a call, for example `PutItem`. */
export function operationOf({ headers }: Call): string {
  return String(headers['x-amz-target']).split('.').at(-1) ?? '';
}

/** Puts a proxy between the commands of this test and the store. Returns the calls. */
export async function behindProxy(interfere: Interference): Promise<readonly Call[]> {
  const proxy = await startRecordingProxy({
    store: dynamodb.url,
    async hook(response, apply, call) {
      const answer = await interfere(operationOf(call), apply);
      if (answer === undefined) response.destroy();
      else response.writeHead(answer.status, answer.headers).end(answer.body);
    },
  });
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', proxy.url);
  onTestFinished(() => {
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', dynamodb.url);
    proxy.stop();
  });
  return proxy.calls;
}
