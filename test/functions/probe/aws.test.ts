import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { attempts, maxLogged, signedPost } from '../../../functions/probe/aws.ts';
import { loggable } from '../../../functions/shared/loggable.ts';
import { collectGarbage } from '../../setup/collect-garbage.ts';
import { type Hook, passOn, startDynamodbProxy } from '../../setup/dynamodb-proxy.ts';

vi.stubEnv('AWS_SESSION_TOKEN', 'session');

/** A service that answers its calls so, in this order, and then rightly. */
async function serviceWith(...hooks: Hook[]) {
  const next: Hook = (...call) => (hooks.shift() ?? passOn)(...call);
  const { url, calls, stop } = await startDynamodbProxy({ hook: next });
  onTestFinished(stop);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', url);
  return calls;
}

// Without pauses between attempts.
const random = vi.spyOn(Math, 'random').mockReturnValue(0);

const reset: Hook = ({ socket }) => socket?.resetAndDestroy();
const cut: Hook = (response) => {
  response.writeHead(200, { 'content-length': 2 }).write('{', () => response.destroy());
};
// A time limit must survive a garbage collection.
const hang: Hook = collectGarbage;
const halfBody: Hook = async (response) => {
  response.writeHead(200, { 'content-length': 2 }).write('{');
  await sleep(20);
  collectGarbage();
};

function answer(status: number, body = ''): Hook {
  return (response) => response.writeHead(status).end(body);
}

function throttled(type: string): [string, Hook] {
  return [type, answer(400, `{"__type":"com.amazonaws#${type}"}`)];
}

describe('a call to AWS', () => {
  it.each([
    ['before its answer', hang],
    ['within its answer', halfBody],
  ])('ends at its time limit if the service hangs %s', async (_, hook) => {
    await serviceWith(hook);
    const call = signedPost('DYNAMODB', 100)('DynamoDB_20120810.GetItem', {});
    await expect(call).rejects.toThrow('DYNAMODB: no answer: TimeoutError');
  });

  it.each([
    ['a reset', reset],
    ['a part of an answer', cut],
    ['429', answer(429)],
    ['500', answer(500)],
    throttled('Throttling'),
    throttled('ThrottlingException'),
    throttled('RequestLimitExceeded'),
    throttled('ProvisionedThroughputExceededException'),
    throttled('TooManyRequestsException'),
  ])('is repeated after %s', async (_, hook) => {
    const calls = await serviceWith(...Array(attempts - 1).fill(hook));
    expect(await signedPost('DYNAMODB')('DynamoDB_20120810.GetItem', {})).toBe('{}');
    expect(calls).toHaveLength(attempts);
  });

  it.each([
    [403, '{"__type":"AccessDeniedException"}'],
    [400, '{"__type":"ValidationException","message":"ThrottlingException"}'],
    [413, 'x'.repeat(2 * maxLogged)],
  ])('is not repeated after %i, and its error is short', async (status, body) => {
    const calls = await serviceWith(answer(status, body));
    const failure = signedPost('DYNAMODB')('DynamoDB_20120810.GetItem', {});
    const message = `DYNAMODB: ${status} ${body}`.slice(0, maxLogged);
    await expect(failure).rejects.toMatchObject({ message });
    expect(calls).toHaveLength(1);
  });

  it('fails after the last attempt without an answer, and its log says why', async () => {
    const calls = await serviceWith(...Array(attempts).fill(reset));
    const error = await signedPost('DYNAMODB')('DynamoDB_20120810.GetItem', {}).catch(loggable);
    expect(error).toMatchObject({
      message: expect.stringMatching(/^DYNAMODB: no answer: .*(ECONNRESET|other side closed)/),
      cause: { code: expect.stringMatching(/^(ECONNRESET|UND_ERR_SOCKET)$/) },
    });
    expect(calls).toHaveLength(attempts);
  });

  it('is not repeated after its time limit, and fails by its last answer', async () => {
    const limit = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal);
    // The pause after the first answer would be long, and the limit ends it.
    random.mockImplementationOnce(() => {
      setImmediate(() => limit.abort());
      return 1_000;
    });
    const calls = await serviceWith(answer(500, 'out of order'));
    const call = signedPost('DYNAMODB')('DynamoDB_20120810.GetItem', {});
    await expect(call).rejects.toThrow('DYNAMODB: 500 out of order');
    expect(calls).toHaveLength(1);
  });

  it('has the signature that AWS expects', async () => {
    vi.useFakeTimers({ now: new Date('2015-08-30T12:36:00Z'), toFake: ['Date'] });
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'https://dynamodb.eu-central-1.amazonaws.com');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY');
    // Signed by https://github.com/boto/botocore for AWS's own address, which no test calls.
    const sent = vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response('{}'));
    await signedPost('DYNAMODB')('DynamoDB_20120810.GetItem', { TableName: 'Tokens' });
    const [request] = sent.mock.calls.flat() as Request[];
    expect(request?.headers.get('authorization')).toBe(
      'AWS4-HMAC-SHA256 Credential=local/20150830/eu-central-1/dynamodb/aws4_request, SignedHeaders=host;x-amz-date;x-amz-security-token;x-amz-target, Signature=8142772d33d16effccdf3ce1124d242ae06cd7f5803ff95ce7e76466afae7083',
    );
  });
});
