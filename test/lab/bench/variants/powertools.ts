import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { logMetrics } from '@aws-lambda-powertools/metrics/middleware';
import { Tracer } from '@aws-lambda-powertools/tracer';
import { captureLambdaHandler } from '@aws-lambda-powertools/tracer/middleware';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import { client, type Plant, putPlant } from './put-plant.ts';

const named = { serviceName: 'plants' };
const logger = new Logger(named);
const metrics = new Metrics({ ...named, namespace: 'PlantStore' });
const tracer = new Tracer(named);
const documents = DynamoDBDocumentClient.from(tracer.captureAWSv3Client(client));

// As the demo of Powertools for AWS Lambda wires its three tools.
export const handler = middy(async ({ body }: { body: string }) => {
  const { id, name, tag }: Plant = JSON.parse(body);
  await putPlant({ id, name, ...(tag !== undefined && { tag }) }, documents);
  metrics.addMetric('PlantCreated', MetricUnit.Count, 1);
  logger.info('Plant created', { id });
  return { statusCode: 200, body: JSON.stringify({ name, tag }) };
})
  .use(captureLambdaHandler(tracer))
  .use(injectLambdaContext(logger))
  .use(logMetrics(metrics));
