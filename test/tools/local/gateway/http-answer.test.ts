import { describe, expect, it } from 'vitest';
import { functionAnswer, gatewayAnswer } from '../../../../tools/local/gateway/http-answer.ts';
import { testGateway } from './test-gateway.ts';

it('a function decides status, headers, cookies and body; the gateway frames them', async () => {
  const headers = {
    ...{ Connection: 'upgrade', 'Keep-Alive': 'max=1', Trailer: 'x' },
    ...{ 'Content-Length': '999', 'Transfer-Encoding': 'chunked', 'X-Own': 1 },
  };
  const result = { statusCode: 201, headers, cookies: ['a=1; Secure', 'b=2'], body: 'λ' };
  const gateway = await testGateway({ create: () => result });
  const answer = await gateway.send();
  expect(answer).toMatchObject({ status: 201, text: 'λ' });
  expect(answer.headers).toEqual({
    'apigw-requestid': expect.any(String),
    connection: 'keep-alive',
    'content-length': '2',
    'content-type': 'text/plain; charset=utf-8',
    date: expect.any(String),
    'keep-alive': expect.any(String),
    'set-cookie': ['a=1; Secure', 'b=2'],
    'x-own': '1',
  });
});

it('a status without a body has no length', async () => {
  const gateway = await testGateway({ create: () => ({ statusCode: 204 }) });
  const { headers, status, text } = await gateway.send();
  expect({ status, text }).toEqual({ status: 204, text: '' });
  expect(headers).not.toHaveProperty('content-length');
});

function answer(result: unknown) {
  return functionAnswer(JSON.stringify(result));
}
const headers = [['content-type', 'text/plain; charset=utf-8']];

describe('the answer of a function', () => {
  it.each([[{ name: 'Fern' }], ['text'], [null]])('is the JSON itself of %j', (result) => {
    expect(answer(result)).toEqual({
      status: 200,
      headers: [['content-type', 'application/json']],
      body: JSON.stringify(result),
    });
  });

  it.each([
    [{ statusCode: 204 }, { status: 204, headers, body: '' }],
    [
      { statusCode: 201, headers: { 'Content-Type': 'a/b', 'x-b': true } },
      {
        headers: [
          ['content-type', 'a/b'],
          ['x-b', 'true'],
        ],
      },
    ],
    [
      { statusCode: 200, headers: null, cookies: null, body: null },
      { status: 200, body: '' },
    ],
    [{ statusCode: 200, body: 'YQ==', isBase64Encoded: true }, { body: Buffer.from('a') }],
  ])('of %j is %j', (result, expected) => {
    expect(answer(result)).toMatchObject(expected);
  });

  it.each([
    ...[0, 199, 600, 200.5, '200'].map((statusCode) => ({ statusCode })),
    { statusCode: 200, body: {} },
    { statusCode: 200, headers: { a: '1', b: [] } },
    { statusCode: 200, cookies: 'a=1' },
  ])('is 500 for %j', (result) => {
    expect(answer(result)).toEqual(gatewayAnswer(500));
  });
});
