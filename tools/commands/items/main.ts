import { DynamoDBDocumentClient, NumberValue, paginateScan } from '@aws-sdk/lib-dynamodb';
import { tables } from '../../../functions/service.ts';
import { openClient } from '../../local/tables/tables.ts';
import { dataFolderOf, defaultDataFolder, readArguments } from '../terminal/options.ts';
import { printableJson } from '../terminal/printable.ts';
import { runCommand } from '../terminal/run-command.ts';
import { scriptOf } from '../terminal/script.ts';

const script = scriptOf('items');

/** The tables of what clients have sent. */
const names = Object.entries(tables).flatMap(([name, table]) => ('bodyOf' in table ? [name] : []));

const commandLine = {
  command: script,
  help: `Prints what clients have stored in npm start (${names.join(', ')}), each item as a line of JSON.

  ${script} -- [--data DIR]

  --data DIR  the data folder of npm start (default ${defaultDataFolder})`,
  options: { data: { type: 'string' } },
} as const;

await runCommand(async (args) => {
  const values = readArguments(args, commandLine)?.values;
  if (values === undefined) return;
  const store = await openClient(dataFolderOf(values.data));
  try {
    const unmarshallOptions = { wrapNumbers: true };
    const client = DynamoDBDocumentClient.from(store.client, { unmarshallOptions });
    for (const TableName of names) {
      const pages = paginateScan({ client }, { TableName });
      for await (const { Items = [] } of pages) {
        for (const item of Items) console.log(printableJson(JSON.stringify(item, digitForDigit)));
      }
    }
  } finally {
    await store.close();
  }
});

/** The digits of each number as they are stored. */
function digitForDigit(_: string, value: unknown): unknown {
  return value instanceof NumberValue ? JSON.rawJSON(value.value) : value;
}
