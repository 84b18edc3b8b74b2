import { describe, expect, it } from 'vitest';
import { tokenPattern } from '../functions/authorize/token.ts';
import { failures } from '../functions/create-plant/failure.ts';
import { maxDepth, maxValues } from '../functions/create-plant/json-body.ts';
import { maxPlantBytes } from '../functions/create-plant/plant.ts';
import { key } from '../functions/shared/contract.generated.ts';
import { reserved } from '../functions/shared/reserved.ts';
import type { Schema } from '../tools/contract/contract.ts';
import { contract, failureTable, operation, targetOf } from './setup/plants.ts';

const { requestBody, responses, tags } = operation;
const json = 'application/json';

describe('openapi.yaml', () => {
  it('lists every error of the service, and no other', () => {
    const listed = failureTable.map(({ kind, error }) => [kind, error]);
    expect(listed).toEqual(Object.entries(failures).map(([kind, { error }]) => [kind, error]));
  });

  it('has no server that a stranger can own', () => {
    for (const { url } of contract.servers) expect(new URL(url).hostname).toBe('127.0.0.1');
  });

  it('declares the tags of its operation', () => {
    expect(tags).toEqual(contract.tags.map(({ name }: { name: string }) => name));
  });

  it('describes the tokens of the service', () => {
    expect(contract.components.securitySchemes.token.bearerFormat).toBe(tokenPattern.source);
  });

  const { responses: refusals, schemas, headers } = contract.components;
  const [, keyField = {}] = fieldsOf(schemas.NewPlant).find(([name]) => name === key) ?? [];
  const digits = (limit: number) => limit.toLocaleString('en');
  const codes = Object.values(failures).map(({ error }) => error);
  const waiting = Object.values(failures).flatMap((row) => (row.retryAfter ? row.error : []));

  it.each([
    [[reserved.id, failures.idTaken.error], keyField],
    [[digits(maxValues), maxDepth, digits(maxPlantBytes)], requestBody],
    [[failures.unreadableBody.error], requestBody],
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
    [['10 MB', '6 MB'], refusals.RequestEntityTooLarge],
    [['10,240 bytes'], refusals.RequestHeaderFieldsTooLarge],
    [waiting, headers.RetryAfter],
    [[Math.min(...codes), Math.max(...codes)], schemas.Error.properties.error],
  ])('describes %j', (facts, { description = 'no description' }) => {
    for (const fact of facts) expect(description).toContain(String(fact));
  });
});

/** The fields of a schema with those of its parts, in their order. */
function fieldsOf(schema: Schema): (readonly [string, Schema, boolean])[] {
  const { allOf = [], properties = {}, required = [] }: Schema = targetOf(schema);
  return [
    ...Object.entries(properties).map(
      ([name, field]) => [name, field ?? {}, required.includes(name)] as const,
    ),
    ...allOf.flatMap(fieldsOf),
  ];
}

/** Each field of a body by media type: its type, its format, and the first words of its description. */
function bodies(content: Record<string, { schema: Schema }>) {
  return Object.entries(content).map(([type, { schema }]) => {
    const facts = fieldsOf(schema).map(
      ([name, { type: kind, format, description }, isRequired]) => [
        name,
        `${format ?? kind}${isRequired ? ' required' : ''}: ${/^[\w ]+/.exec(`${description}`)}`,
      ],
    );
    return { type, ...Object.fromEntries(facts) };
  });
}

it('says what the specification says', () => {
  const plant = {
    type: json,
    name: 'string required: The name of the plant',
    tag: 'string: Tag that specifies the type of the plant',
  };
  const operations = Object.entries<object>(contract.paths);
  expect(operations.map(([path, item]) => [path, Object.keys(item)])).toEqual([
    ['/plants', ['post']],
  ]);
  expect(operation).not.toHaveProperty('parameters');
  expect(contract.info.version).toBe('1.0.0');
  expect(contract.security).toEqual([{ token: [] }]);
  expect(contract.components.securitySchemes.token).toMatchObject({
    type: 'http',
    scheme: 'bearer',
  });
  expect(requestBody.required).toBe(true);
  const id = 'int64 required: Identification number of the plant';
  expect(bodies(requestBody.content)).toEqual([{ id, ...plant }]);
  expect(responses[200].description).toMatch(/^plant response\b/);
  expect(bodies(responses[200].content)).toEqual([plant]);
  expect(responses[400].description).toMatch(/^unexpected error\b/);
  expect(bodies(responses[400].content)).toEqual([
    {
      type: json,
      error: expect.stringMatching(/^int32 required:/),
      message: expect.stringMatching(/^string required:/),
    },
  ]);
});

// As an HTTP API answers by itself, which cannot be changed.
const gatewayMessages = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  413: 'Request Entity Too Large',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

it('has the answers of the gateway, each with its example', () => {
  const own = Object.entries<Schema>(responses).filter(([, { $ref }]) => $ref !== undefined);
  const listed = own.map(([status, answer]) => {
    return [status, targetOf(answer).content[json].example.message];
  });
  const { 400: malformed, 404: unknown, ...others } = gatewayMessages;
  expect(Object.fromEntries(listed)).toEqual(others);
  expect(responses['400'].description).toContain(`{"message":"${malformed}"}`);
  expect(contract.info.description).toContain(`{"message":"${unknown}"}`);
});
