import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createFleets } from '../../../../tools/local/lambda/fleet.ts';
import { variablesOf } from '../../../../tools/local/lambda/variables.ts';
import { onWindows } from '../../../setup/system.ts';
import { temporaryFolder } from '../../../setup/temporary-folder.ts';
import { smallFunction, testFleet } from './test-fleet.ts';

const answersWithPid = 'exports.handler = async () => process.pid;';

/** As long as a busy machine needs. */
function until(isTrue: () => boolean) {
  return vi.waitUntil(isTrue, 30_000);
}

function invokeSix(fleet: ReturnType<typeof testFleet>) {
  return Promise.all(Array.from({ length: 6 }, () => fleet.invoke()));
}

/** Windows gives these to each process, with any environment: libuv, src/win/process.c. */
const ofWindows =
  'HOMEDRIVE HOMEPATH LOGONSERVER PATH SYSTEMDRIVE SYSTEMROOT TEMP USERDOMAIN USERNAME USERPROFILE WINDIR';
const ofLambda =
  'AWS_ACCESS_KEY_ID AWS_DEFAULT_REGION AWS_ENDPOINT_URL_DYNAMODB AWS_EXECUTION_ENV AWS_LAMBDA_FUNCTION_MEMORY_SIZE AWS_LAMBDA_FUNCTION_NAME AWS_LAMBDA_FUNCTION_VERSION AWS_LAMBDA_INITIALIZATION_TYPE AWS_LAMBDA_LOG_FORMAT AWS_LAMBDA_LOG_GROUP_NAME AWS_LAMBDA_LOG_LEVEL AWS_LAMBDA_LOG_STREAM_NAME AWS_REGION AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN LAMBDA_TASK_ROOT LANG OWN TZ _HANDLER _X_AMZN_TRACE_ID';

describe('an instance', () => {
  vi.stubEnv('A_SECRET', 'inherited');
  const handler = `await 1;
    export const handler = async (event, context) => ({
      ...{ event, at: new Date(0), pid: process.pid, env: process.env },
      context: { ...context, remaining: context.getRemainingTimeInMillis() },
    });`;
  const fleet = testFleet({ 'index.mjs': handler }, { environment: { OWN: 'yes' } }, afterAll);

  it('is kept for the next invocation, which is warm', async () => {
    const [first, second] = [await fleet.invoke(), await fleet.invoke()];
    expect([first.cold, second.cold]).toEqual([true, false]);
    expect(second.value.pid).toBe(first.value.pid);
    expect(first.value.pid).not.toBe(process.pid);
  });

  it('exchanges JSON', async () => {
    const event = { name: 'λ', lines: 'a\nb', list: [1] };
    const { value } = await fleet.invoke(event);
    expect(value).toMatchObject({ event, at: '1970-01-01T00:00:00.000Z' });
  });

  it('has its own environment, nothing of this process, and no secrets', async () => {
    const { env } = (await fleet.invoke()).value;
    const given = (name: string) => !onWindows || !ofWindows.split(' ').includes(name);
    expect(Object.keys(env).filter(given).sort()).toEqual(ofLambda.split(' '));
    expect(env).toMatchObject({ OWN: 'yes', AWS_SECRET_ACCESS_KEY: 'local' });
  });

  it.skipIf(onWindows)(
    'is in no process group of a terminal, so a Ctrl-C does not end it',
    async () => {
      const { pid } = (await fleet.invoke()).value;
      const options = { encoding: 'utf8' } as const;
      const { stdout } = spawnSync('ps', ['-o', 'pgid=', '-p', `${pid}`], options);
      expect(Number(stdout)).toBe(pid);
    },
  );

  it('gets the variables that the template declares for it, and no others', () => {
    const lambda = { ...smallFunction, environment: { OWN: 'template' } };
    const overrides = { OWN: 'given', OTHER: 'given' };
    const variables = variablesOf(lambda, 'http://127.0.0.1:8000', overrides);
    expect(variables).toMatchObject({ OWN: 'given' });
    expect(variables).not.toHaveProperty('OTHER');
  });

  it('gets the context of Lambda', async () => {
    const { context } = (await fleet.invoke()).value;
    expect(context).toEqual({
      awsRequestId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      callbackWaitsForEmptyEventLoop: true,
      functionName: 'Small',
      functionVersion: '$LATEST',
      invokedFunctionArn: expect.stringMatching(/^arn:aws:lambda:.+:function:Small$/),
      logGroupName: '/aws/lambda/Small',
      logStreamName: expect.any(String),
      memoryLimitInMB: '128',
      remaining: expect.any(Number),
    });
    expect(context.remaining).toBeGreaterThan(0);
    expect(context.remaining).toBeLessThanOrEqual(10_000);
  });
});

describe('a failure', () => {
  const exited = 'Runtime exited with error:';
  const crashes: [string, string][] = [
    ['throw new TypeError("broken")', 'broken'],
    ['process.exit(7)', `${exited} exit status 7`],
    ['process.kill(process.pid, "SIGKILL"); await 1', onWindows ? exited : 'signal: SIGKILL'],
    ['setTimeout(() => { throw new Error("late") }); await new Promise(() => {})', exited],
    ['return 1n', 'BigInt'],
  ];

  // One fleet for all of these: a failed invocation does not change the next one.
  const runsStatement = `const AsyncFunction = (async () => {}).constructor;
    exports.handler = async ({ statement = '' }) => new AsyncFunction(statement)();`;
  const fleet = testFleet(runsStatement, {}, afterAll);

  it.each(crashes)('by %s ends that invocation only', async (statement, message) => {
    expect((await fleet.invoke({ statement })).fault?.errorMessage).toContain(message);
    expect(await fleet.invoke()).toMatchObject({ kind: 'returned', value: null });
  });

  it('is logged, and named in the fault', async () => {
    const { fault, logs } = await fleet.invoke({ statement: 'throw new TypeError("broken")' });
    expect(fault).toMatchObject({ errorType: 'TypeError', errorMessage: 'broken' });
    expect(fault?.trace[0]).toBe('TypeError: broken');
    expect(JSON.parse(logs[0] ?? '')).toMatchObject({
      level: 'ERROR',
      message: { errorType: 'TypeError', errorMessage: 'broken' },
    });
  });

  it('keeps the last lines of an instance', async () => {
    const statement = 'console.log("bye"); process.stdout.write("half"); process.exit(1)';
    const [line = '', ...others] = (await fleet.invoke({ statement })).logs;
    expect([JSON.parse(line).message, ...others]).toEqual(['bye', 'half']);
  });

  it('by an endless loop ends at the timeout, and the next invocation gets another process', async () => {
    const begun = join(temporaryFolder(), 'begun');
    const hanging = testFleet(`exports.handler = async ({ hang }) => {
      if (!hang) return process.pid;
      require('node:fs').writeFileSync(${JSON.stringify(begun)}, '');
      for (;;);
    };`);
    const { value: before } = await hanging.invoke();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answer = hanging.invoke({ hang: true });
    await until(() => existsSync(begun));
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    expect((await answer).fault).toMatchObject({
      errorType: 'Sandbox.Timedout',
      errorMessage: 'Task timed out after 10.00 seconds',
    });
    expect((await hanging.invoke()).value).not.toBe(before);
  });

  it.each<[string, Record<string, string>, string]>([
    ['no such file', {}, 'Cannot find the module of the handler index.handler'],
    ['no such export', { 'index.js': '' }, 'index.handler is undefined or not exported'],
    ['an endless loop', { 'index.js': 'for (;;);' }, 'Task timed out after 0.50 seconds'],
  ])('to load because of %s is a fault', async (_, files, message) => {
    const isLoop = files['index.js'] === 'for (;;);';
    const broken = testFleet(files, isLoop ? { initMilliseconds: 500 } : {});
    expect((await broken.invoke()).fault?.errorMessage).toBe(message);
    await until(() => broken.pids().length === 0);
  });

  it('to load names the line of the source, each time', async () => {
    const map = '{"version":3,"sources":["/own.ts"],"names":[],"mappings":"AAAA"}';
    const code = 'throw new Error("no module");\n//# sourceMappingURL=index.js.map';
    const broken = testFleet({ 'index.js': code, 'index.js.map': map });
    for (const { fault } of [await broken.invoke(), await broken.invoke()]) {
      expect(fault).toMatchObject({ errorMessage: 'no module' });
      expect(fault?.trace.join('\n')).toContain('own.ts:1:');
    }
  });

  it('to start because its folder was removed is a fault that names the folder', async () => {
    const folder = join(temporaryFolder(), 'removed');
    const { fault } = await testFleet(answersWithPid, { folder }).invoke();
    expect(fault?.errorMessage).toBe(
      `The folder of its code, ${folder}, was removed. Start the service again.`,
    );
  });
});

describe('concurrent invocations', () => {
  it('run in instances of their own, and wait if all are busy', async () => {
    // Each waits until there are two instances.
    const fleet = testFleet(`let running = 0;
      const { readdirSync, writeFileSync } = require('node:fs');
      exports.handler = async () => {
        running += 1;
        writeFileSync(process.pid + '.instance', '');
        while (readdirSync('.').filter((name) => name.endsWith('.instance')).length < 2) {
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        const overlap = running;
        running -= 1;
        return { overlap, pid: process.pid };
      };`);
    const values = (await invokeSix(fleet)).map(({ value }) => value);
    expect(values.map(({ overlap }) => overlap)).toEqual(Array(6).fill(1));
    expect(new Set(values.map(({ pid }) => pid)).size).toBe(2);
  });
});

describe('idle instances', () => {
  it('are not used after they have ended by themselves', async () => {
    const fleet = testFleet(`exports.handler = async () => {
      setTimeout(() => process.exit(), 1);
      return process.pid;
    };`);
    const { value: first } = await fleet.invoke();
    await until(() => fleet.pids().length === 0);
    const { value: second, kind } = await fleet.invoke();
    expect(kind).toBe('returned');
    expect(second).not.toBe(first);
  });

  it('write to the log of no request', async () => {
    const answered = join(temporaryFolder(), 'answered');
    const fleet = testFleet(`exports.handler = async () => {
      const timer = setInterval(() => {
        if (!require('node:fs').existsSync(${JSON.stringify(answered)})) return;
        clearInterval(timer);
        console.log('afterwards');
      }, 10);
    };`);
    expect((await fleet.invoke()).logs).toEqual([]);
    writeFileSync(answered, '');
    await until(() => fleet.idleLogs.length === 1);
    expect(JSON.parse(fleet.idleLogs[0] ?? '').message).toBe('afterwards');
  });
});

it('closing waits for invocations, and ends each process', async () => {
  const fleet = testFleet(answersWithPid);
  const answer = fleet.invoke();
  const pids = fleet.pids();
  await fleet.close();
  expect((await answer).kind).toBe('returned');
  expect(pids).toHaveLength(1);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
});

it('an instance ends after the process that started it, also after SIGKILL', async () => {
  const runtime = 'tools/local/lambda/runtime.ts';
  const child = spawn(process.execPath, [runtime], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  await once(child, 'message');
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('a function with a debugger starts before its first request, and ends by the signal', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'index.js'), 'exports.handler = () => new Promise(() => {});');
  const stop = new AbortController();
  const fleets = createFleets(new Map([['One', { ...smallFunction, name: 'One', folder }]]), {
    dynamodbUrl: '',
    inspectors: new Map([['One', { port: 0, waits: false }]]),
    killSignal: stop.signal,
    onLog() {},
  });
  fleets.start();
  expect(fleets.pids()).toHaveLength(1);
  const answer = fleets.invoke('One', '{}');
  stop.abort();
  expect((await answer).result.kind).toBe('failed');
  await fleets.close();
});

it('fleets that have ended leave no listener', async () => {
  const listeners = process.listenerCount('exit');
  const fleets = createFleets(new Map([['One', smallFunction]]), { dynamodbUrl: '', onLog() {} });
  await fleets.close();
  expect(process.listenerCount('exit')).toBe(listeners);
});
