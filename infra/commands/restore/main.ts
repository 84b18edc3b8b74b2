import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { verifyAnswers } from '../../../functions/shared/checksum.ts';
import { Problem, UsageError } from '../../problem.ts';
import { awsProblem } from '../aws-problem.ts';
import { parseOptions } from '../terminal/options.ts';
import { runCommand } from '../terminal/run-command.ts';
import { restoreMissing } from './restore-missing.ts';

const help = `Copies from one table the items that another one lacks. It overwrites nothing.

  npm run restore -- --from TABLE --to TABLE [options]

  --from TABLE     the restored table; if AWS is still making it, the command waits
  --to TABLE       the live table
  --dry-run        only list what is missing
  --profile NAME   whose AWS credentials
  --region REGION  where both tables are
  --help           this text

Standard output names each item that is missing or differs, by its key.`;

await runCommand(async (args) => {
  const { values } = parse(args);
  if (values.help) console.log(help);
  else await run(values).catch(refuse);
});

function refuse(error: unknown): never {
  const sentence = error instanceof Problem ? undefined : awsProblem(error);
  throw sentence === undefined ? error : new Problem(sentence, { cause: error });
}

async function run(values: ReturnType<typeof parse>['values']): Promise<void> {
  const { from, to, profile, region, 'dry-run': dryRun = false } = values;
  if (from === undefined || to === undefined) {
    throw new UsageError('It takes two tables: --from the restored one --to the live one.');
  }
  if (from === to) throw new UsageError('--from and --to are the same table.');
  const client = verifyAnswers(
    new DynamoDBClient({
      ...(profile !== undefined && { profile }),
      ...(region !== undefined && { region }),
      // A restore may run for hours: a short failure must not end it.
      maxAttempts: 10,
      requestHandler: {
        connectionTimeout: 3_000,
        requestTimeout: 10_000,
        throwOnRequestTimeout: true,
      },
    }),
  );
  await restoreMissing(
    client,
    { from, to, dryRun, secondsBetweenLooks: 15 },
    { out: console.log, note: console.error },
  );
}

function parse(args: readonly string[]) {
  return parseOptions({
    args: [...args],
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      'dry-run': { type: 'boolean' },
      profile: { type: 'string' },
      region: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
}
