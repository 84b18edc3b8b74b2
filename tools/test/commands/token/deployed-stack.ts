import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import { afterAll, beforeEach, expect, vi } from 'vitest';
import { createAuthorizer } from '../../../../functions/authorize/authorize.ts';
import { digestOf } from '../../../../functions/authorize/token.ts';
import type { StoredToken } from '../../../../functions/authorize/token-record.ts';
import { tokenStore } from '../../../../functions/authorize/token-store.ts';
import { createDocumentClient } from '../../../../functions/dynamodb/document-client.ts';
import { tokenTable } from '../../../commands/token/token-table.ts';
import { startDynamodb } from '../../setup/embedded-dynamodb.ts';
import { type Hook, startRecordingProxy } from '../../setup/recording-proxy.ts';
import { cloudformation } from '../cloudformation.ts';
import { token } from './run-token.ts';
import { itemOf } from './stored-tokens.ts';

// The endpoints of deployed stacks, and their tokens as an operator and the authorizer see them.

/** The API of each stack. */
const apis: Readonly<Record<string, string>> = { PlantStore: 'open', Guarded: 'guarded' };

/** The APIs whose cache this test has cleared. */
export const resets: string[] = [];

const describeStack = cloudformation((name) => ({ TokensTableName: 'Tokens', ApiId: apis[name] }));

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
const aws = await startRecordingProxy({
  hook: (response, apply, call) =>
    (call.method === 'DELETE' ? resetCache : describeStack)(response, apply, call),
});
beforeEach(() => {
  vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', aws.url);
  vi.stubEnv('AWS_ENDPOINT_URL_APIGATEWAYV2', aws.url);
  resets.length = 0;
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
export async function errorOf(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await token(...words, ...stack);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  return stderr;
}
