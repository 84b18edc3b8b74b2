import { STATUS_CODES } from 'node:http';
import { describe, expect, it } from 'vitest';
import { randomLength, tokenPattern } from '../../../functions/authorize/token.ts';
import { idTaken } from '../../../functions/create-plant/plant-store.ts';
import { failures, unavailable, unexpected } from '../../../functions/http/failure.ts';
import { maxPlantBytes, tooLarge } from '../../../functions/http/item-size.ts';
import { maxDepth, maxValues } from '../../../functions/http/json-body.ts';
import { contract, keyOf, operation, resolved } from '../../../tools/test/setup/contract.ts';
import { example } from '../../examples.ts';
import { failureTable } from '../../setup/documented-failures.ts';

describe('openapi.yaml', () => {
  it('lists every error of the service, and no other', () => {
    const listed = failureTable.map(({ kind, status, error }) => [kind, { status, error }]);
    const thrown = Object.entries(failures).map(([kind, { status, error }]) => {
      return [kind, { status, error }];
    });
    const places =
      'the examples of openapi.yaml (read by test/setup/documented-failures.ts), or functions/http/failure.ts';
    expect(Object.fromEntries(listed), places).toEqual(Object.fromEntries(thrown));
  });

  it.each([unexpected(undefined), unavailable(undefined), idTaken(keyOf(example())), tooLarge()])(
    'shows the message that clients get: $message',
    ({ kind, message }) => {
      const shown = failureTable.find((row) => row.kind === kind)?.message;
      expect(shown, 'openapi.yaml, or the key of example() in test/examples.ts').toBe(message);
    },
  );

  it('describes the tokens of the service', () => {
    expect(contract.components.securitySchemes.token.bearerFormat).toBe(tokenPattern.source);
  });

  const { responses: refusals, schemas, headers } = contract.components;
  const digits = (limit: number) => limit.toLocaleString('en');
  const codes = Object.values(failures).map(({ error }) => error);
  const waiting = Object.values(failures).flatMap((row) => (row.retryAfter ? row.error : []));

  it.each([
    [[digits(maxValues), maxDepth, digits(maxPlantBytes)], operation.requestBody],
    [[failures.unreadableBody.error], operation.requestBody],
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
    [['10 MB', '6 MB'], refusals.RequestEntityTooLarge],
    [['10,240 bytes'], refusals.RequestHeaderFieldsTooLarge],
    [[`${randomLength}`], contract.components.securitySchemes.token],
    [[Math.min(...codes), Math.max(...codes)], schemas.Error.properties.error],
  ])('describes %j', (facts, { description = 'no description' }) => {
    for (const fact of facts)
      expect(description, 'openapi.yaml, or functions/http/failure.ts').toContain(String(fact));
  });

  it('describes each status of the gateway by its own answer', () => {
    // Node has a newer name of 413 than API Gateway.
    const names: typeof STATUS_CODES = { ...STATUS_CODES, 413: 'Request Entity Too Large' };
    for (const [status, answer] of Object.entries<{ $ref?: string }>(operation.responses)) {
      if (answer.$ref === undefined) continue;
      const { example } = resolved(answer).content['application/json'];
      expect(example.message).toBe(names[status]);
    }
  });

  it('says which errors have Retry-After', () => {
    expect(headers.RetryAfter.description.match(/\b10\d\d\b/g)?.map(Number)).toEqual(waiting);
    expect(headers.RetryAfter.description, 'the unit of HTTP').toMatch(/\bseconds\b/);
  });
});
