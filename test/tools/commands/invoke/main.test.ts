import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startService } from '../../../../tools/local/service.ts';
import { run } from '../../../setup/command.ts';
import { attach } from '../../../setup/debugger.ts';
import { plantAnswer, plantJson } from '../../../setup/plants.ts';
import { slow } from '../../../setup/slow.ts';
import { temporaryFolder } from '../../../setup/temporary-folder.ts';
import { storedIds } from '../start/plants.ts';

const valid = 'events/create-plant/valid.json';

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return run('tools/commands/invoke/main.ts', args, { env });
}

function invoke(args: readonly string[], env?: NodeJS.ProcessEnv) {
  return start(args, env).ended;
}

describe('npm run invoke', slow, () => {
  it('uses the stored tables or those of npm start, prints logs on stderr, and takes no setting of the user', async () => {
    const data = temporaryFolder();
    const nowhere = { AWS_PROFILE: 'nowhere', AWS_CONFIG_FILE: data, INIT_CWD: resolve('events') };
    const args = ['CreatePlant', 'create-plant/valid.json', '--data', data];
    const { code, stdout, stderr } = await invoke(args, nowhere);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ statusCode: 200 });

    const service = await startService({ data });
    onTestFinished(service.close);
    expect((await storedIds(service.dynamodb, 'Plants')).size).toBe(1);

    // Now on the tables of this service.
    const second = await invoke([
      'CreatePlant',
      'events/create-plant/1004-id-taken.json',
      '--data',
      data,
    ]);
    expect(second.code).toBe(0);
    expect(JSON.parse(JSON.parse(second.stdout).body)).toMatchObject({ error: 1004 });
    expect(second.stderr).toMatch(/^\{.* error: 1004\b.*\}\n$/);

    const event = join(data, '..', 'probe.json');
    writeFileSync(event, JSON.stringify({ url: service.url }));
    const proxy = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:1' };
    const probe = await invoke(['Probe', event, '--data', data], proxy);
    expect(JSON.parse(probe.stdout)).toMatchObject({
      allowed: { status: 200 },
      refused: { status: 403 },
    });
  });

  it('waits before the function for a debugger', async () => {
    const command = start([
      'Authorize',
      'events/authorize/valid.json',
      '--data',
      temporaryFolder(),
      '--inspect',
    ]);
    const { stderr } = await command.prints('For help');
    const debugging = await attach(Number(/127\.0\.0\.1:(\d+)\//.exec(stderr)?.[1]));
    // The process can end before its answer.
    await debugging.send('Runtime.runIfWaitingForDebugger').catch(() => {});
    debugging.close();
    const { code, stdout } = await command.ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ isAuthorized: true });
  });

  it('prints a result that does not control the terminal', async () => {
    const event = join(temporaryFolder(), 'event.json');
    const sent = JSON.parse(readFileSync(valid, 'utf8'));
    writeFileSync(event, JSON.stringify({ ...sent, body: plantJson(7, '\u009b\u202e') }));
    const { stdout } = await invoke(['CreatePlant', event, '--data', temporaryFolder()]);
    expect(stdout).not.toMatch(/[\u009b\u202e]/);
    expect(JSON.parse(stdout).body).toBe(plantAnswer(7, '\u009b\u202e'));
  });

  it('ends with 1 and the reason if the function fails', async () => {
    const event = join(temporaryFolder(), 'event.json');
    writeFileSync(event, 'null');
    const { code, stdout } = await invoke(['Authorize', event, '--data', temporaryFolder()]);
    expect(JSON.parse(stdout)).toMatchObject({
      errorType: 'TypeError',
      errorMessage: expect.any(String),
      trace: expect.arrayContaining([expect.stringContaining('authorize.ts:')]),
    });
    expect(code).toBe(1);
  });

  it.each([
    [['CreateTree', valid], /\bCreatePlant, .+, Probe\b/],
    [['CreatePlant', '/none.json'], /^\/none\.json .*\(ENOENT\)/],
    [['CreatePlant', '.npmrc'], /\.npmrc .*is not valid JSON/],
  ])('refuses a wrong argument, and names it: %j', async (args, named) => {
    const { code, stderr } = await invoke(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(named);
    expect(stderr.trim()).not.toContain('\n');
  });
});
