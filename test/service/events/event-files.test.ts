import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { failures } from '../../../functions/http/failure.ts';
import { routes } from '../../../functions/service.ts';
import { readStartOptions } from '../../../tools/commands/start/start-options.ts';
import { developmentClient } from '../../../tools/commands/token/development-token.ts';
import { bodyFields } from '../../../tools/local/events.ts';
import { fields } from '../../../tools/test/setup/contract.ts';
import { eventFiles, folderOf, readEvent } from '../../setup/event-files.ts';
import { liveNames, template } from '../../setup/synthesized.ts';
import { withoutEvent } from './outcomes.ts';

it.each(liveNames)('%s has events', (name) => {
  const folder = folderOf(name);
  expect(eventFiles(folder), `events/${folder} needs a file`).not.toEqual([]);
});

const ofRoutes = routes.flatMap(({ functionName, path }) =>
  eventFiles(folderOf(functionName)).map((file) => ({ file, path })),
);

it.each(ofRoutes)('$file has what the gateway sends for $path', ({ file, path }) => {
  const { body, headers = {}, isBase64Encoded = false, ...event } = readEvent(file);
  expect(event.pathParameters !== undefined).toBe(path.includes('{'));
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  expect({ body, isBase64Encoded }).toEqual(bodyFields(bytes, headers['content-type']));
  // Only a whole event has it.
  const { 'content-length': length = `${bytes.length}` } = headers;
  expect(length, 'content-length').toBe(`${bytes.length}`);
  expect(event.requestContext.authorizer.lambda.client).toBe(developmentClient);
});

it('a whole event has the last four characters of its token', () => {
  const whole = ofRoutes.map(({ file }) => readEvent(file)).filter(({ version }) => version);
  expect(whole).not.toEqual([]);
  for (const { headers, requestContext } of whole)
    expect(headers.authorization.endsWith(requestContext.authorizer.lambda.lastFour)).toBe(true);
});

it('an event that is named after a bound of an integer has it', () => {
  for (const { file } of ofRoutes) {
    const [, bound, field = ''] = /\/(largest|smallest)-(\w+)\.json$/.exec(file) ?? [];
    if (bound === undefined) continue;
    const { maximum = 2n ** 63n - 1n, minimum = -(2n ** 63n) } = Object(fields[field]);
    expect(readEvent(file).body, file).toMatch(
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

it('env.json sends each function to the tables of npm start', () => {
  const { dynamodbPorts } = readStartOptions([]) ?? {};
  const tables = { AWS_ENDPOINT_URL_DYNAMODB: `http://host.docker.internal:${dynamodbPorts?.[0]}` };
  expect(readEvent('env.json'), 'events/env.json').toEqual({ Parameters: tables });
  // SAM CLI sets only what the template has.
  for (const name of liveNames)
    expect(template.Resources[name]?.Properties['Environment']).toMatchObject({
      Variables: { AWS_ENDPOINT_URL_DYNAMODB: expect.anything() },
    });
});
