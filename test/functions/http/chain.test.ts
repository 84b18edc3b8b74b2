import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { jsonAnswer } from '../../../functions/http/answer.ts';
import { middyForJson, middyForPath } from '../../../functions/http/chain.ts';
import { Failure } from '../../../functions/http/failure.ts';
import { writeContractCode } from '../../../tools/contract/contract-code.ts';
import { temporaryFolder } from '../../../tools/test/setup/temporary-folder.ts';
import { context, gatewayEvent } from '../../setup/test-events.ts';

// Operations that this service does not have.

const info = vi.spyOn(console, 'info').mockImplementation(() => {});

const text = { type: 'string', minLength: 2, maxLength: 9, pattern: '^[a-z]+$' };
function inPath(name: string, schema: object) {
  return { in: 'path', name, required: true, schema };
}
const body = { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } };
const contract = {
  paths: {
    '/shelves/{shelf}/books/{isbn}': {
      parameters: [inPath('shelf', text), { $ref: '#/components/parameters/isbn' }],
      get: { operationId: 'getBook', responses: {} },
      put: {
        operationId: 'putBook',
        requestBody: { content: { 'application/json': { schema: body } } },
        responses: {},
      },
    },
  },
  components: { parameters: { isbn: inPath('isbn', { type: 'integer', minimum: -1 }) } },
};

const folder = temporaryFolder();
await writeContractCode(JSON.stringify(contract), folder, { routes: [], tables: {} });
function load(name: string) {
  return import(join(folder, `functions/contract/${name}.generated.ts`));
}
const { validateGetBook } = await load('get-book');
const { validatePutBook } = await load('put-book');

interface Request {
  readonly pathParameters: { readonly shelf: string; readonly isbn: bigint };
}

const get = middyForPath<Request>(validateGetBook).handler(async ({ pathParameters }) =>
  jsonAnswer(200, pathParameters),
);
const put = middyForJson<Request & { readonly body: { readonly size: bigint } }>(
  validatePutBook,
).handler(async (request) => jsonAnswer(200, { ...request.pathParameters, ...request.body }));

function send(handler: typeof get, isbn: string, { shelf = 'ab', sent = '' } = {}) {
  const pathParameters = { shelf, isbn, unknown: 'x' };
  return handler(gatewayEvent(sent, { pathParameters }), context());
}

it.each(['0', '-1', '9007199254740993', '9223372036854775807'])(
  'the integer %s in a path is read with each digit',
  async (isbn) => {
    expect(await send(get, isbn)).toMatchObject({
      body: expect.stringContaining(`"isbn":${isbn}`),
    });
    const { body } = await send(put, isbn, { sent: '{"size":7,"unknown":1}' });
    expect(body).toMatch(RegExp(`"isbn":${isbn},.*"size":7}$`));
  },
);

it.each([
  '9223372036854775808',
  '-2',
  '07',
  '-0',
  '7.0',
  '7e0',
  '+7',
  ' 7',
  '7 ',
  '',
  'x',
  '1'.repeat(40),
])('another text than an integer of the contract in a path is refused: %j', async (isbn) => {
  const { statusCode, body } = await send(get, isbn);
  expect({ statusCode, ...JSON.parse(body) }).toEqual({
    statusCode: 400,
    error: 1003,
    message: 'isbn must be an integer between -1 and 9223372036854775807',
  });
});

it.each(['a', 'abcdefghij', 'a1'])(
  'the text %s in a path keeps the rules of the contract',
  async (shelf) => {
    const { body } = await send(get, '7', { shelf });
    expect(JSON.parse(body)).toEqual({
      error: 1003,
      message: expect.stringMatching(/^shelf must [^;]+$/),
    });
  },
);

it('each thing that is wrong is named, first in the path', async () => {
  const { body } = await send(put, 'x', { shelf: 'AB', sent: '{"size":"7"}' });
  const { message } = JSON.parse(body);
  expect(message.match(/\w+ must/g)).toEqual(['shelf must', 'isbn must', 'size must']);
});

it('a failure is answered and logged, and the time ends before that of the function', async () => {
  const signals: AbortSignal[] = [];
  const handlers = [
    async () => {
      throw new Failure('invalidRequest', 'no');
    },
    (_event: unknown, _context: unknown, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise<never>(() => {});
    },
  ];
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const codes = handlers.map(async (code) => {
    const handler = middyForPath<Request>(validateGetBook).handler(code);
    const event = gatewayEvent(undefined, { pathParameters: { shelf: 'ab', isbn: '7' } });
    return JSON.parse((await handler(event, context(600))).body).error;
  });
  expect(await Promise.all(codes)).toEqual([1003, 1006]);
  expect(info).toHaveBeenCalledWith(expect.objectContaining({ error: 1003, client: 'nursery' }));
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
