import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { logFields } from '../../../../functions/shared/log-fields.ts';
import { UsageError } from '../../../../infra/base.ts';
import { defaultDataFolder } from '../../../../tools/commands/data-folder.ts';
import { readInvokeOptions } from '../../../../tools/commands/invoke/options.ts';
import { startPlantStore } from '../../../../tools/commands/start/service.ts';
import { invokeFunction } from '../../../../tools/local/local.ts';
import { readEvent } from '../../../service/events/event-files.ts';
import { run } from '../../../setup/command.ts';
import { attach } from '../../../setup/debugger.ts';
import { slow } from '../../../setup/slow.ts';
import { assembly } from '../../../setup/synthesized.ts';
import { temporaryFolder } from '../../../setup/temporary-folder.ts';
import { storedIds } from '../start/plants.ts';

function written(content: unknown): string {
  const file = join(temporaryFolder(), 'event.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const valid = 'events/create-plant/valid.json';

function invoke(args: string[], env = {}) {
  return run('tools/commands/invoke/main.ts', ['--assembly', assembly, ...args], { env }).ended;
}

describe('npm run invoke', slow, () => {
  it('uses the stored tables or those of npm start, prints logs on stderr, and needs no AWS_PROFILE', async () => {
    const data = temporaryFolder();
    const nowhere = { AWS_PROFILE: 'nowhere', AWS_CONFIG_FILE: assembly };
    const { code, stdout, stderr } = await invoke(['CreatePlant', valid, '--data', data], nowhere);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ statusCode: 200 });

    const store = await startPlantStore({ assembly, data });
    onTestFinished(store.close);
    expect((await storedIds(store.dynamodb, 'Plants')).size).toBe(1);

    // Now on the tables of this run.
    const taken = 'events/create-plant/1004-id-taken.json';
    const second = await invoke(['CreatePlant', taken, '--data', data]);
    expect(second.code).toBe(0);
    expect(JSON.parse(JSON.parse(second.stdout).body)).toMatchObject({ error: 1004 });
    expect(JSON.parse(second.stderr)).toMatchObject({ message: { [logFields.error]: 1004 } });
  });

  it('stops before the function, and waits for as long as a debugger wants', async () => {
    const args = ['CreatePlant', valid, '--data', temporaryFolder(), '--inspect', '0'];
    const command = run('tools/commands/invoke/main.ts', ['--assembly', assembly, ...args]);
    const { stderr } = await command.prints('For help');
    const debugging = await attach(Number(/127\.0\.0\.1:(\d+)/.exec(stderr)?.[1]));
    await debugging.send('Debugger.enable');
    await debugging.send('Runtime.runIfWaitingForDebugger');
    expect(await debugging.stop('input.body')).toBe(readEvent('create-plant/valid.json').body);
    await debugging.send('Debugger.resume');
    debugging.close();
    const { code, stdout } = await command.ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ statusCode: 200 });
  });

  it('names the functions if there is no such one', async () => {
    const options = readInvokeOptions(['CreateTree', valid, '--assembly', assembly]);
    const others = { fill: async () => {}, onLog: () => {} };
    await expect(invokeFunction({ ...(options ?? expect.fail()), ...others })).rejects.toThrow(
      /CreateTree.* CreatePlant, Authorize, Probe\b/,
    );
  });

  it('ends with 1 if the function fails, here because of its variables', async () => {
    const variables = written({ Authorize: { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' } });
    const event = 'events/authorize/valid.json';
    const args = ['Authorize', event, '--env-vars', variables, '--data', temporaryFolder()];
    const { code, stdout } = await invoke(args);
    expect(JSON.parse(stdout)).toMatchObject({ errorType: expect.any(String) });
    expect(code).toBe(1);
  });
});

describe('the options of npm run invoke', () => {
  it('name a function, an event and its variables', () => {
    const variables = written({ CreatePlant: { A: 'b' }, Parameters: { A: 'c' } });
    const args = ['CreatePlant', written('{ "a": 1 }'), '--env-vars', variables];
    const options = readInvokeOptions(args);
    expect(options).toEqual({
      functionName: 'CreatePlant',
      event: '{ "a": 1 }',
      data: defaultDataFolder,
      variables: { A: 'b' },
    });
  });

  it('name files in the folder of its user', () => {
    vi.stubEnv('INIT_CWD', resolve('events'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const options = readInvokeOptions([
      'CreatePlant',
      'create-plant/valid.json',
      '--data',
      'there',
    ]);
    expect(options?.event).toContain('headers');
    expect(options?.data).toBe(resolve('events/there'));
  });

  it.each([
    [[], 'npm run invoke -- '],
    [['CreatePlant'], 'npm run invoke -- '],
    [['CreatePlant', '/none.json'], /^\/none\.json .*\(ENOENT\)/],
    [['CreatePlant', '/'], /^\/ .*\(EISDIR\)/],
    [['CreatePlant', import.meta.filename], import.meta.filename],
  ])('are refused, and the mistake is named: %j', (args, named) => {
    expect(() => readInvokeOptions(args)).toThrow(UsageError);
    expect(() => readInvokeOptions(args)).toThrow(named);
  });

  it.each([[[]], [{ CreatePlant: 'A=b' }], [{ CreatePlant: { A: 1 } }], [{ A: { B: '\0' } }]])(
    'refuse %j as variables',
    (variables) => {
      const file = written(variables);
      const reading = () => readInvokeOptions(['CreatePlant', written({}), '--env-vars', file]);
      expect(reading).toThrow(UsageError);
      expect(reading).toThrow(file);
    },
  );
});
