import { once } from 'node:events';
import { connect } from 'node:net';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, it } from 'vitest';
import { createTables, localClient, openTables } from '../../../../tools/local/tables/tables.ts';
import type { Table } from '../../../../tools/local/template/service-model.ts';
import { storedIds } from '../../commands/start/plants.ts';

function tableOf(AttributeName: string, name = 'Plants'): Table {
  return {
    name,
    attributes: [{ AttributeName, AttributeType: 'N' }],
    keys: [{ AttributeName, KeyType: 'HASH' }],
  };
}

const { url, close } = await openTables(undefined);
const client = localClient(url);
afterAll(async () => {
  client.destroy();
  await close();
});
await createTables(client, [tableOf('id'), tableOf('id', 'Large')]);

it('an upload that breaks off does not end the tables', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{');
  socket.resetAndDestroy();
  expect(await storedIds(url, 'Plants')).toEqual(new Set());
});

it('a request body that makes no sense does not end the tables', async () => {
  for (const body of ['', 'null', '[]', '{', '"text"']) {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': 'DynamoDB_20120810.PutItem',
        'x-amz-date': 'now',
        authorization: 'AWS4-HMAC-SHA256 Credential=a, SignedHeaders=b, Signature=c',
      },
    });
    expect(await answer.json()).toMatchObject({ __type: expect.stringMatching(/#\w+$/) });
    expect(answer.ok).toBe(false);
  }
  expect(await storedIds(url, 'Plants')).toEqual(new Set());
});

it.each(['a', 'é', '蕨', '🌿'])(
  'an item is as large as its bytes, here those of %s',
  async (letter) => {
    const put = (bytes: number) => {
      const rest = bytes - 'idname'.length - 2;
      const letters = letter.repeat(Math.floor(rest / Buffer.byteLength(letter)));
      const text = letters + 'a'.repeat(rest - Buffer.byteLength(letters));
      const Item = { id: { N: '1' }, name: { S: text } };
      return client.send(new PutItemCommand({ TableName: 'Large', Item }));
    };
    await put(409_600);
    await expect(put(409_601)).rejects.toThrow('Item size has exceeded the maximum allowed size');
  },
);
