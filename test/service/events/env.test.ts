import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readStartOptions } from '../../../infra/commands/start/options.ts';
import { template } from '../../synthesized.ts';
import { readEvent } from './event-files.ts';

const port = readStartOptions([])?.dynamodbPorts[0];

it.each(['CreatePlant', 'Authorize'])('env.json sends %s to the tables of `npm start`', (id) => {
  const set = { AWS_ENDPOINT_URL_DYNAMODB: `http://host.docker.internal:${port}` };
  expect(readEvent('env.json')[id]).toEqual(set);
  // `sam local invoke` ignores variables that the function does not declare.
  const declared = { AWS_ENDPOINT_URL_DYNAMODB: expect.anything() };
  expect(template.Resources[id]?.Properties).toMatchObject({
    Environment: { Variables: declared },
  });
});

it('the README of the events starts the tables on that port, and tries no other', () => {
  const [pinned = ''] = /--dynamodb-port \d+/.exec(readFileSync('events/README.md', 'utf8')) ?? [];
  expect(readStartOptions(pinned.split(' '))?.dynamodbPorts).toEqual([port]);
});

it('the event of the probe leads to `npm start`, on its first port', () => {
  const port = readStartOptions([])?.port;
  expect(readEvent('probe/running-service.json')).toEqual({ url: `http://127.0.0.1:${port}` });
});
