import { ApiGatewayV2Client } from '@aws-sdk/client-apigatewayv2';
import { type DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { verifyAnswers } from '../../../functions/shared/checksum.ts';
import { holdsTables, type Run, tablesPath } from '../../local/data-folder/data-folder.ts';
import { reachStore } from '../../local/data-folder/reach-store.ts';
import { localClient, localSettings, openTables } from '../../local/tables/tables.ts';
import { apiId } from '../../local/template/fake-account.ts';
import { Problem, UsageError } from '../../problem.ts';
import { withDeadline } from '../aws-client.ts';
import { resetAuthorizersCache, type Target } from './regions.ts';
import { tokenRegistry } from './token-registry.ts';

const table = 'Tokens'; // npm start names a table after its construct

/** The tokens in a data folder. If a run serves it, its tables are used; otherwise the folder is opened. */
export async function folderTarget(folder: string): Promise<Target> {
  const source = await reachStore(folder, {
    running: (run) => running(folder, run),
    stored: () => stored(folder),
  }).catch(toProblem);
  const client = withDeadline(verifyAnswers(localClient(source.url)));
  const close = async () => {
    client.destroy();
    await source.close();
  };
  try {
    if (!(await holdsTokens(client))) throw noStore(folder);
    return { ...source, registry: tokenRegistry(client, table), otherRegions: [], close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Source extends Pick<Target, 'name' | 'clearCache' | 'close'> {
  readonly url: string;
}

function running(folder: string, { dynamodb, apigateway, store, url }: Run): Source {
  const names = {
    folder: nameOf(folder),
    memory: `the memory of the run at ${url}`,
    dynamodb: `the DynamoDB at ${dynamodb}`,
  };
  const gateway = withDeadline(new ApiGatewayV2Client(localSettings(apigateway)));
  return {
    name: names[store],
    url: dynamodb,
    clearCache: () => resetAuthorizersCache(gateway, apiId),
    close: async () => gateway.destroy(),
  };
}

async function stored(folder: string): Promise<Source> {
  if (!holdsTables(folder)) throw noStore(folder);
  const tables = await openTables(tablesPath(folder));
  return { ...tables, name: nameOf(folder), clearCache: async () => {} };
}

function nameOf(folder: string): string {
  return `the store in ${folder}`;
}

// The command was typed correctly, so its exit code is not that of wrong arguments.
function toProblem(error: unknown): never {
  throw error instanceof UsageError ? new Problem(error.message, { cause: error }) : error;
}

function noStore(folder: string): Problem {
  return new Problem(`There is no store in ${folder} yet: npm start creates one.`);
}

async function holdsTokens(client: DynamoDBClient): Promise<boolean> {
  const { TableNames = [] } = await client.send(new ListTablesCommand());
  return TableNames.includes(table);
}
