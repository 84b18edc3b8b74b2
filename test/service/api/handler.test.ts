import { afterAll, vi } from 'vitest';
import { createPlant } from '../../../functions/create-plant/create-plant.ts';
import { plantStore } from '../../../functions/create-plant/plant-store.ts';
import { documentClient } from '../../../functions/shared/document-client.ts';
import { startDynamodb } from '../../setup/embedded-dynamodb.ts';
import { context, createPlantEvent } from '../../setup/events.ts';
import { describeApi, type Surface } from './suite.ts';

vi.spyOn(console, 'info').mockImplementation(() => {});
const dynamodb = await startDynamodb();
afterAll(dynamodb.stop);
const handle = createPlant(plantStore(documentClient({ maxAttempts: 3 }), 'Plants'));

function surface(encoding: 'utf8' | 'base64'): Surface {
  return async ({ body, contentType }) => {
    const headers = contentType === undefined ? {} : { 'content-type': contentType };
    const text = body === undefined ? undefined : Buffer.from(body).toString(encoding);
    const event = createPlantEvent(text, { headers, isBase64Encoded: encoding === 'base64' });
    const answer = await handle(event, context());
    const { statusCode: status, headers: answered } = answer;
    return { status, contentType: answered['content-type'], body: JSON.parse(answer.body) };
  };
}

describeApi('the handler, as text', surface('utf8'));
describeApi('the handler, as base64', surface('base64'));
