import { afterAll, vi } from 'vitest';
import { createPlantHandler } from '../../../functions/create-plant/create-plant.ts';
import { plantStore } from '../../../functions/create-plant/plant-store.ts';
import { createDocumentClient } from '../../../functions/dynamodb/document-client.ts';
import { startDynamodb } from '../../../tools/test/setup/embedded-dynamodb.ts';
import { context, gatewayEvent } from '../../setup/test-events.ts';
import { parsed } from './conformity.ts';
import { describeApi } from './suite.ts';

vi.spyOn(console, 'info').mockImplementation(() => {});
const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
const handle = createPlantHandler(plantStore(createDocumentClient({ maxAttempts: 3 }), 'Plants'));

describeApi('the handler', async ({ body, contentType }) => {
  const headers = contentType === undefined ? {} : { 'content-type': contentType };
  const answer = await handle(gatewayEvent(body, { headers }), context());
  return { ...answer, status: answer.statusCode, body: parsed(answer.body) };
});
