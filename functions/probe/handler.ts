import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { tables } from '../service.ts';
import { documentClient } from '../shared/document-client.ts';
import { environment } from '../shared/environment.ts';
import { probe, withReports } from './probe.ts';

const run = probe({
  documents: documentClient(),
  plants: environment(tables.Plants.variable),
  tokens: environment(tables.Tokens.variable),
});

export const handler = withReports(run, new CloudWatchClient());
