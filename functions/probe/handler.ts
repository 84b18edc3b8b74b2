import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { createDocumentClient } from '../dynamodb/document-client.ts';
import { tables } from '../service.ts';
import { environment } from '../shared/environment.ts';
import { probed } from '../shared/probe-item.ts';
import { probeRun } from './probe.ts';
import { reportedRun } from './reported-run.ts';

const run = probeRun({
  // Stryker disable next-line ObjectLiteral: the SDK tries three times by itself, too.
  dynamodb: createDocumentClient({ maxAttempts: 3 }),
  items: environment(tables[probed.table].variable),
  tokens: environment(tables.Tokens.variable),
});

export const handler = reportedRun(run, new CloudWatchClient());
