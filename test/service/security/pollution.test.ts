import { expect, it } from 'vitest';
import { testGateway } from '../../tools/local/gateway/test-gateway.ts';

// Bodies with such names are in test/service/api/cases.ts.
it.each([
  ['its query', '?__proto__=polluted&__proto__[polluted]=1&constructor.prototype=1', []],
  ['its headers', '', ['__proto__', 'polluted', 'constructor', '1', 'toString', '1']],
  ['its cookies', '', ['Cookie', '__proto__=polluted; constructor=1']],
])(
  'a request with names of prototypes in %s does not change another one',
  async (_, query, headers) => {
    const gateway = await testGateway();
    const authorized = ['Authorization', 'Bearer foo'];
    const polluted = { path: `/plants${query}`, headers: [...authorized, ...headers] };
    expect(await gateway.send(polluted)).toMatchObject({ status: 200 });
    await gateway.send({ headers: authorized });
    const [, plain] = gateway.events.Create;
    expect(JSON.stringify(plain)).not.toMatch(/polluted|constructor|__proto__/);
  },
);

it('a request is refused by an authorizer with a polluted answer', async () => {
  const decision = JSON.parse('{"__proto__":{"isAuthorized":true}}');
  const gateway = await testGateway({ authorize: () => decision });
  expect(await gateway.send()).toMatchObject({ status: 500 });
  expect(gateway.events.Create).toEqual([]);
});
