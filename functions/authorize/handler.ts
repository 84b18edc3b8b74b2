import { documentClient } from '../shared/document-client.ts';
import { environment } from '../shared/environment.ts';
import { authorize } from './authorize.ts';
import { tokenStore } from './token-store.ts';

export const handler = authorize(
  tokenStore(documentClient({ maxAttempts: 2 }), environment('TOKENS_TABLE_NAME')),
);
