import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, expect, onTestFinished, vi } from 'vitest';
import { authorize } from '../../../../functions/authorize/authorize.ts';
import { tokenStore } from '../../../../functions/authorize/token-store.ts';
import { documentClient } from '../../../../functions/shared/document-client.ts';
import { startDynamodb } from '../../../embedded-dynamodb.ts';
import { startFakeAws } from './fake-aws.ts';
import { type Interference, startStoreProxy } from './store-proxy.ts';
import { idOf, token } from './token-command.ts';

// The endpoints of a deployed stack, and its tokens as its operator and its authorizer see them.

export const dynamodb = await startDynamodb();
export const aws = await startFakeAws({
  stacks: {
    PlantStore: { ApiId: 'open', TokensTableName: 'Tokens' },
    Proxied: { ApiId: 'proxied', TokensTableName: 'Tokens' },
    Guarded: { ApiId: 'guarded', TokensTableName: 'Tokens' },
    Other: { ApiId: 'open' },
  },
  resettable: { open: 204, proxied: 200 },
});
beforeAll(() => {
  vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', aws.url);
  vi.stubEnv('AWS_ENDPOINT_URL_APIGATEWAYV2', aws.url);
  vi.spyOn(console, 'info').mockImplementation(() => {});
});
afterAll(async () => {
  await aws.stop();
  await dynamodb.stop();
});

export const stack = ['--stack', 'PlantStore'];

export async function create(client: string, ...options: string[]): Promise<string> {
  return (await token('create', '--client', client, ...options, ...stack)).stdout.trim();
}

async function list() {
  return JSON.parse((await token('list', '--json', ...stack)).stdout);
}

export async function listed(text: string) {
  return (await list()).find(({ id }: { id: string }) => id === idOf(text));
}

export async function tokensOf(client: string): Promise<readonly { id: string; state: string }[]> {
  return (await list()).filter((row: { client: string }) => row.client === client);
}

export async function accepts(text: string): Promise<boolean> {
  const decide = authorize(tokenStore(documentClient({ maxAttempts: 1 }), 'Tokens'));
  const event = { identitySource: [`Bearer ${text}`] };
  return (await decide(event as APIGatewayRequestAuthorizerEventV2)).isAuthorized;
}

/** The error of a command that fails and prints nothing else. */
export async function refused(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await token(...words, ...stack);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  return stderr;
}

/** Puts a proxy between the commands of this test and the store. */
export async function behindProxy(interfere: Interference): Promise<void> {
  const proxy = await startStoreProxy(dynamodb.url, interfere);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', proxy.url);
  onTestFinished(async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', dynamodb.url);
    await proxy.stop();
  });
}
