import { afterAll, describe, expect, it, vi } from 'vitest';
import { authorize } from '../../../functions/authorize/authorize.ts';
import { testGateway } from '../../infra/local/gateway/test-gateway.ts';

const info = vi.spyOn(console, 'info').mockImplementation(() => {});
afterAll(() => info.mockRestore());

const start =
  'POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x\r\nConnection: close\r\n';
const long = 'a'.repeat(11_000);
const chunks = `${start}Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n`;

describe('a request with', () => {
  it.each([
    ['a long method', 400, start.replace('POST', 'P'.repeat(11_000))],
    ['a long version', 400, start.replace('1.1', `1.${'1'.repeat(11_000)}`)],
    ['a long length', 400, `${start}Content-Length: ${'9'.repeat(5_000)}\r\n`],
    ['a long chunk extension', 400, `${chunks}1;${long}${long}\r\n`],
    ['a long chunk size', 400, `${chunks}${'0'.repeat(5_000)}1g\r\n`],
  ])('%s is refused before any function is called', async (_, status, head) => {
    const gateway = await testGateway();
    expect(await gateway.sendBytes(`${head}\r\n`)).toMatch(`HTTP/1.1 ${status} `);
    expect(gateway.events).toEqual({ Authorize: [], Create: [] });
    expect(await gateway.send()).toMatchObject({ status: 200 });
  });

  it('a token of the greatest length that headers allow is refused without a lookup', async () => {
    const find = vi.fn(async () => undefined);
    const decide = authorize(find);
    const gateway = await testGateway({ authorize: (event) => decide(event as never) });
    const headers = ['Authorization', `Bearer plant_${'a'.repeat(9_500)}`];
    expect(await gateway.send({ headers })).toMatchObject({ status: 403 });
    expect(find).not.toHaveBeenCalled();
  });

  it('a body in a hundred thousand chunks of one byte is one body', async () => {
    const gateway = await testGateway();
    const text = `${chunks}${'1\r\na\r\n'.repeat(100_000)}0\r\n\r\n`;
    expect(await gateway.sendBytes(text)).toMatch('HTTP/1.1 200 ');
    expect(gateway.events.Create[0]?.['body']).toHaveLength(100_000);
  });
});
