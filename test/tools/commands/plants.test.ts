import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { startService } from '../../../tools/local/service.ts';
import { run } from '../../setup/command.ts';
import { exactJson, plant, plantItem } from '../../setup/plants.ts';
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
  const text = 'Fern\u001b[31m';
  const Item = { ...plantItem(7, text), digits: { N: '9223372036854775807' } };
  await client.send(new PutItemCommand({ TableName: 'Plants', Item }));
  const line = `${exactJson({ ...plant(7, text), digits: 9_223_372_036_854_775_807n })}\n`;
  expect(await run(main, ['--data', data]).ended).toEqual({ code: 0, stdout: line, stderr: '' });
});
