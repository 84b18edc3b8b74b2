import { configure } from '@codegenie/serverless-express';
import express from 'express';
import { type Plant, putPlant } from './put-plant.ts';

const app = express();

app.use(express.json());
app.post('/plants', async (request, response) => {
  const { id, name, tag }: Plant = request.body;
  const plant = tag === undefined ? { name } : { name, tag };
  await putPlant({ id, ...plant });
  response.json(plant);
});

export const handler = configure({ app });
