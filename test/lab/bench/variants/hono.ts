import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import { type Plant, putPlant } from './put-plant.ts';

const app = new Hono();

app.post('/plants', async (context) => {
  const { id, name, tag } = await context.req.json<Plant>();
  const plant = tag === undefined ? { name } : { name, tag };
  await putPlant({ id, ...plant });
  return context.json(plant);
});

export const handler = handle(app);
