import { environment } from '../shared/environment.ts';
import { tableCall } from './aws.ts';
import { countFailures, probe } from './probe.ts';
import { withTemporaryToken } from './temporary-token.ts';

const tokens = tableCall(environment('TOKENS_TABLE_NAME'));
const plants = tableCall(environment('PLANTS_TABLE_NAME'));

export const handler = countFailures(probe(withTemporaryToken(tokens), plants));
