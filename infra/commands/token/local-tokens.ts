import { ApiGatewayV2Client } from '@aws-sdk/client-apigatewayv2';
import { type DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { verifyAnswers } from '../../../functions/shared/checksum.ts';
import { holdsTables, type Run, tablesPath } from '../../local/data-folder/data-folder.ts';
import { reachStore } from '../../local/data-folder/reach-store.ts';
import { localClient, localSettings, openTables } from '../../local/tables/tables.ts';
import { apiId } from '../../local/template/fake-account.ts';
import { Problem, UsageError } from '../../problem.ts';
import type { Place } from './request.ts';
import { resetAuthorizersCache, type TokenHome } from './token-home.ts';
import { tokenRegistry } from './token-registry.ts';

const table = 'Tokens'; // npm start names a table after its construct

/** The tokens in a data folder: of the run that serves it, or else of the folder itself. */
export async function localTokens({
  folder,
}: Extract<Place, { kind: 'folder' }>): Promise<TokenHome> {
  const source = await reachStore(folder, {
    running: (run) => running(folder, run),
    stored: () => stored(folder),
  }).catch(refused);
  const client = verifyAnswers(localClient(source.url));
  const close = async () => {
    client.destroy();
    await source.close();
  };
  try {
    if (!(await holdsTokens(client))) throw noStore(folder);
    const registry = tokenRegistry(DynamoDBDocumentClient.from(client), table);
    return { ...source, registry, others: [], close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Source = Pick<TokenHome, 'name' | 'resetAuthorizersCache' | 'close'> & {
  readonly url: string;
};

function running(folder: string, { dynamodb, apigateway, store, url }: Run): Source {
  const names = {
    folder: nameOf(folder),
    memory: `the memory of the run at ${url}`,
    dynamodb: `the DynamoDB at ${dynamodb}`,
  };
  return {
    name: names[store],
    url: dynamodb,
    resetAuthorizersCache: () =>
      resetAuthorizersCache(new ApiGatewayV2Client(localSettings(apigateway)), apiId),
    close: async () => {},
  };
}

async function stored(folder: string): Promise<Source> {
  if (!holdsTables(folder)) throw noStore(folder);
  const tables = await openTables(tablesPath(folder));
  return { ...tables, name: nameOf(folder), resetAuthorizersCache: async () => {} };
}

function nameOf(folder: string): string {
  return `the store in ${folder}`;
}

// The command was typed correctly, so its usage would not help.
function refused(error: unknown): never {
  throw error instanceof UsageError ? new Problem(error.message, { cause: error }) : error;
}

function noStore(folder: string): Problem {
  return new Problem(`There is no store in ${folder} yet: npm start makes one.`);
}

async function holdsTokens(client: DynamoDBClient): Promise<boolean> {
  const { TableNames = [] } = await client.send(new ListTablesCommand());
  return TableNames.includes(table);
}
