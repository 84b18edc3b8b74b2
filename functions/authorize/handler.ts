import { type Documents, documentClient } from '../shared/document-client.ts';
import { environment } from '../shared/environment.ts';
import { rehearse } from '../shared/warm-up.ts';
import { authorize } from './authorize.ts';
import { rehearsedRecord, rehearsedRequest } from './rehearsed-request.ts';
import { tokenStore } from './token-store.ts';

const table = environment('TOKENS_TABLE_NAME');
const documents = documentClient({ maxAttempts: 2 });
const authorizeOver = (store: Documents) => authorize(tokenStore(store, table));

export const handler = authorizeOver(documents);

/** The bundle's entry waits for it. */
export const warmUp = () =>
  rehearse(documents, {
    call: (standIn) => authorizeOver(standIn)(rehearsedRequest),
    answer: { Item: rehearsedRecord },
  });
