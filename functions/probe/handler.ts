import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { tables } from '../service.ts';
import { createDocumentClient } from '../shared/document-client.ts';
import { environment } from '../shared/environment.ts';
import { probeRun, withReports } from './probe.ts';

const run = probeRun({
  documents: createDocumentClient(),
  plants: environment(tables.Plants.variable),
  tokens: environment(tables.Tokens.variable),
});

export const handler = withReports(run, new CloudWatchClient());
