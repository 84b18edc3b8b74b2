import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { exactJson } from '../../../../functions/http/answer.ts';
import { example } from '../../../../test/examples.ts';
import { startService } from '../../../local/local-service.ts';
import { startCommand } from '../../setup/command.ts';
import { exampleItem, tableName } from '../../setup/contract.ts';
import { slow } from '../../setup/slow.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

const main = 'tools/commands/items/main.ts';

it('prints each item of a store of more than a megabyte, with all its digits', slow, async () => {
  const data = temporaryFolder();
  const service = await startService({ data });
  onTestFinished(service.close);
  const client = new DynamoDBClient({ endpoint: service.dynamodb });
  onTestFinished(() => client.destroy());
  const name = 'Fern'.repeat(50_000); // 1 MB a page: these are two
  const numbers = [1, 2, 3, 4, 5, 6, 7];
  const digits = { least: { N: '-9223372036854775808' }, most: { N: '9223372036854775807' } };
  for (const number of numbers) {
    // JSON escapes neither of these two characters, which control a terminal.
    const Item = { ...exampleItem(number, `\u009b31m\u202e${name}`), ...digits };
    await client.send(new PutItemCommand({ TableName: tableName, Item }));
  }
  const { code, stdout, stderr } = await startCommand(main, ['--data', data]).ends();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const int64s = { least: -(2n ** 63n), most: 2n ** 63n - 1n };
  const lines = numbers.map((number) =>
    exactJson({ ...example(number), remark: '@31m@…', ...int64s })
      .replace('@', '\\u009b')
      .replace('@', '\\u202e'),
  );
  expect(stdout.replaceAll(name, '…').trim().split('\n').toSorted()).toEqual(lines);
});
