import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readStartOptions } from '../../../infra/commands/start/options.ts';
import { template } from '../../synthesized.ts';
import { readEvent } from './event-files.ts';

// `sam local invoke` ignores variables that the function does not declare.
it.each(Object.entries<object>(readEvent('env.json')))(
  'env.json sets only what %s declares',
  (id, variables) => {
    const environment = template.Resources[id]?.Properties['Environment'] as { Variables: object };
    const declared = Object.keys(environment.Variables);
    for (const name of Object.keys(variables)) expect(declared).toContain(name);
  },
);

it('env.json names the port of the tables of `npm start`, as a container sees it', () => {
  const port = readStartOptions([])?.dynamodbPorts[0];
  const variables = { AWS_ENDPOINT_URL_DYNAMODB: `http://host.docker.internal:${port}` };
  expect(readEvent('env.json')).toEqual({ CreatePlant: variables, Authorize: variables });
});

it('the README of the events starts the tables on that port, and tries no other', () => {
  const [pinned = ''] = /--dynamodb-port \d+/.exec(readFileSync('events/README.md', 'utf8')) ?? [];
  const dynamodbPorts = readStartOptions(pinned.split(' '))?.dynamodbPorts;
  const { port } = new URL(readEvent('env.json').Authorize.AWS_ENDPOINT_URL_DYNAMODB);
  expect(dynamodbPorts).toEqual([Number(port)]);
});

it('the event of the probe leads to `npm start`, on its first port', () => {
  const port = readStartOptions([])?.port;
  expect(readEvent('probe/running-service.json')).toEqual({ url: `http://127.0.0.1:${port}` });
});
