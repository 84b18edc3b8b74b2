import { describe, expect, it } from 'vitest';
import { functionAnswer } from '../../../../infra/local/gateway/function-answer.ts';

function answer(result: unknown) {
  return functionAnswer(JSON.stringify(result));
}
const text = ['content-type', 'text/plain; charset=utf-8'];

describe('the answer out of what a function returned', () => {
  it.each([[{ name: 'Fern' }], ['text'], [[1]], [null]])('is the JSON itself of %j', (result) => {
    expect(answer(result)).toEqual({
      status: 200,
      headers: [['content-type', 'application/json']],
      body: JSON.stringify(result),
    });
  });

  it('has everything that the function said', () => {
    const headers = { 'Content-Type': 'a/b', 'Retry-After': 1, 'x-b': true };
    expect(answer({ statusCode: 201, headers, cookies: ['a=1', 'b=2'], body: 'made' })).toEqual({
      status: 201,
      headers: [
        ['content-type', 'a/b'],
        ['retry-after', '1'],
        ['x-b', 'true'],
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ],
      body: 'made',
    });
  });

  it.each([{}, { headers: null, cookies: null, body: null }, { body: '' }])(
    'is empty text by default: %j',
    (parts) => {
      expect(answer({ statusCode: 204, ...parts })).toEqual({
        status: 204,
        headers: [text],
        body: '',
      });
    },
  );

  it('is text by default whatever other headers it has', () => {
    expect(answer({ statusCode: 200, headers: { 'x-a': '1' } }).headers).toEqual([
      ['x-a', '1'],
      text,
    ]);
  });

  it('is decoded only where it is base64 for sure', () => {
    const body = 'Ynl0ZXM=';
    expect(answer({ statusCode: 200, body, isBase64Encoded: true }).body).toEqual(
      Buffer.from('bytes'),
    );
    expect(answer({ statusCode: 200, body, isBase64Encoded: 'true' }).body).toBe(body);
  });

  it('is framed by the gateway alone', () => {
    const headers = {
      Connection: 'close',
      'Content-Length': '9',
      'Keep-Alive': '1',
      'Transfer-Encoding': 'chunked',
    };
    expect(answer({ statusCode: 200, headers }).headers).toEqual([text]);
  });

  it.each([200, 599])('may have the status %i', (statusCode) => {
    expect(answer({ statusCode }).status).toBe(statusCode);
  });

  it.each([
    ...[0, 199, 600, 200.5, '200', null].map((statusCode) => ({ statusCode })),
    { statusCode: 200, body: {} },
    { statusCode: 200, body: 7 },
    { statusCode: 200, headers: 'none' },
    { statusCode: 200, headers: [] },
    { statusCode: 200, headers: { a: {} } },
    { statusCode: 200, headers: { a: null } },
    { statusCode: 200, headers: { 'no header': '' } },
    { statusCode: 200, headers: { a: 'x\r\nb: y' } },
    { statusCode: 200, headers: { a: '1', b: [] } },
    { statusCode: 200, cookies: 'a=1' },
    { statusCode: 200, cookies: [7, {}] },
  ])('is 500 for %j', (result) => {
    expect(answer(result)).toEqual({
      status: 500,
      headers: [['content-type', 'application/json']],
      body: '{"message":"Internal Server Error"}',
    });
  });
});
