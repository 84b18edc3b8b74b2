import { expect, it } from 'vitest';
import { run } from '../command.ts';
import { slow } from '../slow.ts';
import { assembly } from '../synthesized.ts';

// test/README.md: "a start, its request, its end, and the plant after the next start"
it("npm run test:start sends README's request to npm start", slow, async () => {
  const ports = ['--port', '0', '--dynamodb-port', '0', '--docs-port', '0'];
  const check = run('test/start-check.ts', ['--assembly', assembly, ...ports]);
  const { code, stdout } = await check.ended;
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: "README's request is answered 200, and its plant is there after the next start.\n",
  });
});
