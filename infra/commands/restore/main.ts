import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { verifyAnswers } from '../../../functions/shared/checksum.ts';
import { parseOptions, refuseEmpty } from '../../terminal/parse-options.ts';
import { sentenceOf } from '../../terminal/sentence.ts';
import { UsageError } from '../../terminal/usage-error.ts';
import { awsProblem } from '../token/aws-problem.ts';
import { CommandError } from '../token/command-error.ts';
import { restoreMissing } from './restore-missing.ts';

const help = `Puts into a table what it lacks of another, and never over what it has.

  npm run restore -- --from TABLE --to TABLE [options]

  --from TABLE     what a restore has made, or is making: it waits until it is there
  --to TABLE       the live one
  --dry-run        only tell what is missing
  --profile NAME   whose AWS credentials
  --region REGION  where both tables are
  --help           this text

Each item that is missing, or differs, is told by its key on standard output.`;

try {
  const { values } = parse(process.argv.slice(2));
  if (values.help) console.log(help);
  else await run(values);
} catch (error) {
  const problem = error instanceof CommandError ? error.message : awsProblem(error);
  console.error(problem ?? sentenceOf(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function run(values: ReturnType<typeof parse>['values']): Promise<void> {
  refuseEmpty(values);
  const { from, to, profile, region, 'dry-run': dryRun = false } = values;
  if (from === undefined || to === undefined) {
    throw new UsageError('It takes two tables: --from the restored one --to the live one.');
  }
  if (from === to) throw new UsageError('--from and --to are the same table.');
  const client = verifyAnswers(
    new DynamoDBClient({
      ...(profile !== undefined && { profile }),
      ...(region !== undefined && { region }),
      // A restore may run for hours: a passing failure must not end it.
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
