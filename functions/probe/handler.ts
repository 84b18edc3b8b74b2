import { tables } from '../service.ts';
import { environment } from '../shared/environment.ts';
import { tableCall } from './aws.ts';
import { probe, reportRuns } from './probe.ts';

const tokens = tableCall(environment(tables.Tokens.variable));
const plants = tableCall(environment(tables.Plants.variable));

export const handler = reportRuns(probe(plants, tokens));
