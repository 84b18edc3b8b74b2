import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { failures } from '../../../functions/http/failure.ts';
import { routes } from '../../../functions/service.ts';
import { developmentClient } from '../../../tools/commands/development-token.ts';
import { readStartOptions } from '../../../tools/commands/start/start-options.ts';
import { bodyFields } from '../../../tools/local/events.ts';
import { fields } from '../../../tools/test/setup/contract.ts';
import { liveFunctions, template } from '../../setup/synthesized.ts';
import { eventFiles, folderOf, readEvent } from './event-files.ts';
import { withoutEvent } from './expected.ts';

it.each(liveFunctions)('%s has events', (name) => {
  const folder = folderOf(name);
  expect(eventFiles(folder), `events/${folder} needs a file`).not.toEqual([]);
});

const ofRoutes = routes.flatMap(({ functionName }) => eventFiles(folderOf(functionName)));

it.each(ofRoutes)('%s is as the gateway sends it', (path) => {
  const { body, pathParameters, isBase64Encoded, ...event } = readEvent(path);
  expect(pathParameters !== undefined).toBe(event.routeKey.includes('{'));
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  expect({ body, isBase64Encoded }).toEqual(bodyFields(bytes, event.headers['content-type']));
  const { client, lastFour } = event.requestContext.authorizer.lambda;
  expect(client).toBe(developmentClient);
  expect(event.headers.authorization.endsWith(lastFour)).toBe(true);
});

it('an event that is named after a bound of an integer has it', () => {
  for (const path of ofRoutes) {
    const [, bound, field = ''] = /\/(largest|smallest)-(\w+)\.json$/.exec(path) ?? [];
    if (bound === undefined) continue;
    const { maximum = 2n ** 63n - 1n, minimum = -(2n ** 63n) } = Object(fields[field]);
    expect(readEvent(path).body, path).toMatch(
      new RegExp(`"${field}":${bound === 'largest' ? maximum : minimum}\\b`),
    );
  }
});

it('each error of a client has an event', () => {
  const wrong = Object.values(failures).filter(({ level }) => level === 'info');
  const files = readdirSync('events', { recursive: true }).join();
  const missing = wrong.flatMap(({ error }) => (files.includes(`${error}-`) ? [] : error));
  const advice = 'events/ needs a file NNNN-….json with a request that gets this error';
  expect(missing, advice).toEqual(withoutEvent);
});

it('env.json has each function, with the port of the tables of npm start', () => {
  const { dynamodbPorts } = readStartOptions([]) ?? {};
  const tables = { AWS_ENDPOINT_URL_DYNAMODB: `http://host.docker.internal:${dynamodbPorts?.[0]}` };
  expect(readEvent('env.json'), 'events/env.json').toEqual(
    Object.fromEntries(liveFunctions.map((name) => [name, tables])),
  );
  // SAM CLI sets only what the template has.
  for (const name of liveFunctions)
    expect(template.Resources[name]?.Properties['Environment']).toMatchObject({
      Variables: { AWS_ENDPOINT_URL_DYNAMODB: expect.anything() },
    });
});
