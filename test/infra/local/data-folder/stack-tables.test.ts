import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  openStackTables,
  useExternalTables,
} from '../../../../infra/local/data-folder/stack-tables.ts';
import { openTables } from '../../../../infra/local/tables/tables.ts';
import type { Table } from '../../../../infra/local/template/service-model.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

function wanted(AttributeName: string) {
  const table: Table = {
    name: 'Plants',
    attributes: [{ AttributeName, AttributeType: 'N' }],
    keys: [{ AttributeName, KeyType: 'HASH' }],
  };
  return { tables: [table], outputs: {} };
}

it('a folder with the tables of another stack is free again immediately', async () => {
  const folder = temporaryFolder();
  await (await openStackTables(folder, wanted('id'))).close();
  await expect(openStackTables(folder, wanted('number'))).rejects.toThrow('has another key than');
  await (await openTables(folder)).close();
});

describe('another DynamoDB', () => {
  async function serviceThat(answers: RequestListener) {
    const server = createServer(answers).listen(0, '127.0.0.1');
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it.each(['{}', '', '<html>'])('that answers %j is refused in one sentence', async (body) => {
    const url = await serviceThat((_, response) => response.end(body));
    await expect(useExternalTables(url, wanted('id'))).rejects.toThrow(
      new RegExp(`^Cannot use a DynamoDB at ${url} \\(\\w+\\)\\.$`),
    );
  });

  it('that never answers is refused after the time limit', async () => {
    const url = await serviceThat(() => {});
    await expect(useExternalTables(url, wanted('id'), undefined, 100)).rejects.toThrow(
      `Cannot use a DynamoDB at ${url} (TimeoutError).`,
    );
  });

  it('that never answers is given up when the command is interrupted', async () => {
    const interruption = new AbortController();
    const reason = new Error('interrupted');
    const url = await serviceThat(() => interruption.abort(reason));
    await expect(useExternalTables(url, wanted('id'), interruption.signal)).rejects.toBe(reason);
  });
});
