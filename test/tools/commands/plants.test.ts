import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { startService } from '../../../tools/local/service.ts';
import { run } from '../../setup/command.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

const main = 'tools/commands/plants.ts';

it('prints each plant of the store with all its digits', async () => {
  const data = temporaryFolder();
  const none = { code: 1, stdout: '', stderr: expect.stringContaining('npm start creates one.') };
  expect(await run(main, ['--data', data]).ended).toEqual(none);

  const store = await startService({ data });
  onTestFinished(store.close);
  const empty = { code: 0, stdout: '', stderr: expect.stringMatching(/^.+\.\n$/) };
  expect(await run(main, ['--data', data]).ended).toEqual(empty);
  const client = new DynamoDBClient({ endpoint: store.dynamodb });
  onTestFinished(() => client.destroy());
  const Item = { id: { N: '9223372036854775807' }, name: { S: 'Fern\u001b[31m' } };
  await client.send(new PutItemCommand({ TableName: 'Plants', Item }));
  const line = '{"id":9223372036854775807,"name":"Fern\\u001b[31m"}\n';
  expect(await run(main, ['--data', data]).ended).toEqual({ code: 0, stdout: line, stderr: '' });
});
