import middy from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import validator from '@middy/validator';
import { transpileSchema } from '@middy/validator/transpile';
import { type Plant, putPlant } from './put-plant.ts';

const eventSchema = transpileSchema({
  type: 'object',
  required: ['body'],
  properties: {
    body: {
      type: 'object',
      required: ['id', 'name'],
      properties: {
        id: { type: 'integer' },
        name: { type: 'string' },
        tag: { type: 'string' },
      },
    },
  },
});

export const handler = middy()
  .use(jsonBodyParser())
  .use(validator({ eventSchema }))
  .handler(async ({ body }: { body?: unknown }) => {
    const { id, name, tag } = body as Plant;
    const plant = tag === undefined ? { name } : { name, tag };
    await putPlant({ id, ...plant });
    return { statusCode: 200, body: JSON.stringify(plant) };
  });
