import { expect, it } from 'vitest';
import { run } from './command.ts';
import { assembly } from './synthesized.ts';

const ports = ['--port', '0', '--dynamodb-port', '0', '--docs-port', '0'];

it('npm run test:start succeeds if the first minute of README does', async () => {
  const { code, stdout } = await run('test/start-check.ts', ['--assembly', assembly, ...ports])
    .ended;
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: "README's request is answered 200, and its plant is there after the next start.\n",
  });
});

it('npm run test:start fails if npm start does', async () => {
  const { code, stderr } = await run('test/start-check.ts', ['--assembly', 'test']).ended;
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'test is not a folder that cdk synth wrote: manifest.json is missing or damaged.\nnpm start ended before it was ready.\n',
  });
});
