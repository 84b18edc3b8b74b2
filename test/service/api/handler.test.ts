import { afterAll, vi } from 'vitest';
import { createPlant } from '../../../functions/create-plant/create-plant.ts';
import { plantStore } from '../../../functions/create-plant/plant-store.ts';
import { documentClient } from '../../../functions/shared/document-client.ts';
import { startDynamodb } from '../../embedded-dynamodb.ts';
import { context, createPlantEvent } from '../../events.ts';
import { describeApi, type Surface } from './suite.ts';

vi.spyOn(console, 'info').mockImplementation(() => {});
const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
const handle = createPlant(plantStore(documentClient({ maxAttempts: 3 }), 'Plants'));

function surface(encode: (body: string) => { body: string; isBase64Encoded: boolean }): Surface {
  return async ({ body, contentType }) => {
    const headers = contentType === undefined ? {} : { 'content-type': contentType };
    const sent = body === undefined ? {} : encode(Buffer.from(body).toString());
    const event = createPlantEvent(undefined, { headers, ...sent });
    const answer = await handle(event, context());
    const { statusCode: status, headers: answered } = answer;
    return { status, contentType: answered['content-type'], body: JSON.parse(answer.body) };
  };
}

describeApi(
  'the handler, as text',
  surface((body) => ({ body, isBase64Encoded: false })),
);
describeApi(
  'the handler, as base64',
  surface((body) => ({ body: Buffer.from(body).toString('base64'), isBase64Encoded: true })),
);
