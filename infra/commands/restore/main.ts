import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { verifyAnswers } from '../../../functions/shared/checksum.ts';
import { UsageError } from '../../problem.ts';
import { awsSettings, withDeadline } from '../aws-client.ts';
import { readArguments } from '../terminal/options.ts';
import { runCommand } from '../terminal/run-command.ts';
import { restoreMissing } from './restore-missing.ts';

const commandLine = {
  command: 'npm run restore',
  about: 'Copies missing items from one table to another. It overwrites nothing.',
  usage: ['--from TABLE --to TABLE [options]'],
  options: {
    from: { takes: 'TABLE', help: 'the restored table; the command waits until AWS has made it' },
    to: { takes: 'TABLE', help: 'the live table' },
    'dry-run': { help: 'only lists the missing items' },
    profile: { takes: 'NAME', help: 'the AWS profile' },
    region: { takes: 'REGION', help: 'the region of both tables' },
  },
  notes: 'Standard output has a line for each item that is missing or different, with its key.',
} as const;

await runCommand(async (args) => {
  const given = readArguments(args, commandLine);
  if (given === undefined) return;
  const { from, to, profile, region, 'dry-run': dryRun = false } = given.values;
  if (from === undefined || to === undefined) {
    throw new UsageError('It needs two tables: --from the restored one --to the live one.');
  }
  if (from === to) throw new UsageError('--from and --to are the same table.');
  // A restore can run for hours: a short failure must not end it.
  const client = new DynamoDBClient(awsSettings({ profile, region, maxAttempts: 10 }));
  await restoreMissing(
    withDeadline(verifyAnswers(client)),
    { from, to, dryRun },
    { out: console.log, note: console.error },
  );
});
