import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../command.ts';
import { assembly } from '../../synthesized.ts';
import { onWindows } from '../../system.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

// No Docker here: what sam itself does is shown in CI. This shows that the script notices all else.

// The stand-ins are programs by their first line, which Windows does not read.
const it = test.skipIf(onWindows);

const standIn = join(import.meta.dirname, 'stand-in.ts');
const sam = `#!${process.execPath}\nimport(${JSON.stringify(standIn)});\n`;
const docker = '#!/bin/sh\nif [ "$1" = network ]; then echo 127.0.0.1; fi\n';
const dockerWithoutEngine = '#!/bin/sh\necho "Cannot connect to the Docker daemon." >&2\nexit 1\n';

/** Runs the script where there are just these programs. */
function testSam(
  programs: Readonly<Record<string, string>>,
  { args = [], faults = {} }: { args?: readonly string[]; faults?: object } = {},
) {
  const PATH = temporaryFolder();
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(PATH, name), text);
    chmodSync(join(PATH, name), 0o755);
  }
  const env = { PATH, STAND_IN_FAULTS: JSON.stringify(faults) };
  return run('test/service/sam/main.ts', args, { env }).ended;
}

it('runs every event on the real bundles, and finds each as expected', async () => {
  const { code, stdout, stderr } = await testSam({ sam, docker });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.match(/^ok /gm)).toHaveLength(19);
  expect(stdout).toMatch(/\n19 of 19 events end as expected\.\n$/);
});

it('ends with 1 when sam fails, is silent or answers otherwise, and runs the others', async () => {
  const faults = {
    'create-plant/largest-id.json': 'fails',
    'create-plant/replay.json': 'is silent',
    'authorize/valid.json': 'lies',
    'authorize/revoked.json': 'lies',
  };
  const args = ['--assembly', assembly];
  const { code, stdout } = await testSam({ sam, docker }, { args, faults });
  expect(code).toBe(1);
  const wrong = stdout.split('\n').filter((line) => line.startsWith('WRONG'));
  expect(wrong).toEqual([
    'WRONG  create-plant/largest-id.json: sam ended with 1: Error: the image cannot be built',
    'WRONG  create-plant/replay.json: sam printed no JSON: ""',
    expect.stringMatching(
      /^WRONG {2}authorize\/valid\.json: expected \{"returned":\{"isAuthorized":true,.+\}, got \{"returned":\{"isAuthorized":false\}\}$/,
    ),
    // Refused as it should be, but not for its own reason.
    expect.stringMatching(/^WRONG {2}authorize\/revoked\.json: .+"refused":"revoked"\}, got /),
  ]);
  expect(stdout).toMatch(/\n15 of 19 events end as expected\.\n$/);
});

it.each([
  ['sam', { docker }, 'AWS SAM CLI: sam cannot be started (ENOENT).'],
  ['docker', { sam }, 'a running Docker engine: docker cannot be started (ENOENT).'],
  [
    'an engine',
    { sam, docker: dockerWithoutEngine },
    'a running Docker engine: docker says: Cannot connect to the Docker daemon.',
  ],
])('ends with 1 and one sentence without %s', async (_, programs, lack) => {
  expect(await testSam(programs)).toEqual({
    code: 1,
    stdout: '',
    stderr: `npm run test:sam needs ${lack}\n`,
  });
});
