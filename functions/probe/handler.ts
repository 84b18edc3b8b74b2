import { environment } from '../shared/environment.ts';
import { tableCall } from './aws.ts';
import { tokenLender } from './own-token.ts';
import { probe } from './probe.ts';

export const handler = probe(tokenLender(tableCall(environment('TOKENS_TABLE_NAME'))));
