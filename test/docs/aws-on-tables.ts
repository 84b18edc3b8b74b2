import * as sdk from '@aws-sdk/client-dynamodb';

// A stand-in for the AWS CLI: `aws dynamodb get-item --table-name Plants --key …` as a call of the real SDK.
const [, operation = '', ...words] = process.argv.slice(2);

function pascal(text: string): string {
  return text.replace(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase());
}

const given = words.flatMap((word, at): [string, unknown][] => {
  if (!word.startsWith('--')) return [];
  const value = words[at + 1]?.startsWith('--') ? undefined : words[at + 1];
  return [[pascal(word.slice(2)), value?.startsWith('{') ? JSON.parse(value) : (value ?? true)]];
});
const { Output: _, Query, ...input } = Object.fromEntries(given);
const command = Object(sdk)[`${pascal(operation)}Command`];
const client = new sdk.DynamoDBClient();
try {
  const { $metadata, ...answer } = Object(await client.send(new command(input)));
  console.log(JSON.stringify(Query === undefined ? answer : answer[String(Query)]));
} catch (error) {
  console.error((error as Error).name);
  process.exitCode = 254;
}
client.destroy();
