import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { onWindows } from '../../../system.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { testFleet } from './test-fleet.ts';

const answersWithPid = 'exports.handler = async () => process.pid;';
const slowWithPid = `exports.handler = async () => {
  await new Promise((resolve) => setTimeout(resolve, 200));
  return process.pid;
};`;

/** What Windows gives each process, whatever environment it is to have: libuv, src/win/process.c. */
const ofWindows =
  'HOMEDRIVE HOMEPATH LOGONSERVER PATH SYSTEMDRIVE SYSTEMROOT TEMP USERDOMAIN USERNAME USERPROFILE WINDIR';

/** Not a zombie either, whose parent has yet to hear of its end; Windows has none. */
function isRunning(pid: number) {
  if (onWindows) return isThere(pid);
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  // `Zl` is a process of which a thread still ends, so that its pipes are still open.
  return !/^(Z(?!.*l)|$)/.test(stdout.trim());
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('an instance', () => {
  it('is kept for the next invocation, which is warm', async () => {
    const fleet = testFleet(answersWithPid);
    const [first, second] = [await fleet.invoke(), await fleet.invoke()];
    expect([first.cold, second.cold]).toEqual([true, false]);
    expect(second.value).toBe(first.value);
    expect(first.value).not.toBe(process.pid);
  });

  it('exchanges events and results as JSON', async () => {
    const fleet = testFleet(
      'exports.handler = async (event) => ({ event, none: undefined, at: new Date(0) });',
    );
    const { value } = await fleet.invoke({ name: 'λ', list: [1] });
    expect(value).toEqual({ event: { name: 'λ', list: [1] }, at: '1970-01-01T00:00:00.000Z' });
  });

  it('returns null for undefined, and what a plain function returns', async () => {
    const fleet = testFleet('exports.handler = (event) => event.value;');
    expect((await fleet.invoke()).value).toBe(null);
    expect((await fleet.invoke({ value: 7 })).value).toBe(7);
  });

  it('has its own environment, nothing of this process, and no secrets', async () => {
    vi.stubEnv('A_SECRET', 'inherited');
    const fleet = testFleet('exports.handler = async () => process.env;', {
      environment: { OWN: 'yes' },
    });
    const { value } = await fleet.invoke();
    vi.unstubAllEnvs();
    const given = (name: string) => !onWindows || !ofWindows.split(' ').includes(name);
    expect(Object.keys(value).filter(given).sort()).toEqual(
      'AWS_ACCESS_KEY_ID AWS_DEFAULT_REGION AWS_ENDPOINT_URL_DYNAMODB AWS_EXECUTION_ENV AWS_LAMBDA_FUNCTION_MEMORY_SIZE AWS_LAMBDA_FUNCTION_NAME AWS_LAMBDA_FUNCTION_VERSION AWS_LAMBDA_INITIALIZATION_TYPE AWS_LAMBDA_LOG_FORMAT AWS_LAMBDA_LOG_GROUP_NAME AWS_LAMBDA_LOG_LEVEL AWS_LAMBDA_LOG_STREAM_NAME AWS_REGION AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN LAMBDA_TASK_ROOT LANG OWN TZ _HANDLER _X_AMZN_TRACE_ID'.split(
        ' ',
      ),
    );
    expect(value).toMatchObject({ OWN: 'yes', AWS_SECRET_ACCESS_KEY: 'local' });
  });

  it('gets the context of Lambda', async () => {
    const fleet = testFleet(`exports.handler = async (event, context) => ({
      ...context,
      remaining: context.getRemainingTimeInMillis(),
    });`);
    const { value } = await fleet.invoke();
    expect(value).toEqual({
      awsRequestId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      callbackWaitsForEmptyEventLoop: true,
      functionName: 'Small',
      functionVersion: '$LATEST',
      invokedFunctionArn: 'arn:aws:lambda:us-east-1:123456789012:function:Small',
      logGroupName: '/aws/lambda/Small',
      logStreamName: expect.any(String),
      memoryLimitInMB: '128',
      remaining: expect.any(Number),
    });
    expect(value.remaining).toBeGreaterThan(0);
    expect(value.remaining).toBeLessThanOrEqual(10_000);
  });

  it('may be an ES module', async () => {
    const fleet = testFleet({ 'index.mjs': 'await 1; export const handler = async () => "esm";' });
    expect((await fleet.invoke()).value).toBe('esm');
  });
});

describe('a failure', () => {
  const crashes = {
    'a rejected promise': 'throw new TypeError("broken")',
    'process.exit': 'process.exit(0)',
    'a crash': 'process.kill(process.pid, "SIGSEGV")',
    'an escaped error':
      'setTimeout(() => { throw new Error("late") }); await new Promise(() => {})',
    'an unhandled rejection': 'Promise.reject(new Error("alone")); await new Promise(() => {})',
    'a result that is no JSON': 'const loop = {}; loop.loop = loop; return loop',
    'a BigInt': 'return 1n',
    'a result over 6 MB': 'return "a".repeat(6 * 1024 * 1024)',
    'closing the channel': 'require("node:fs").closeSync(3); await new Promise(() => {})',
  };

  // One fleet for all of these: what ends an instance leaves the next invocation as it is.
  const fleet = testFleet(
    `const AsyncFunction = (async () => {}).constructor;
    exports.handler = async ({ statement = 'return "fine"' }) => new AsyncFunction(statement)();`,
    {},
    afterAll,
  );

  it.each(Object.entries(crashes))('by %s ends that invocation only', async (_, statement) => {
    expect(await fleet.invoke({ statement })).toMatchObject({ kind: 'failed' });
    expect((await fleet.invoke()).value).toBe('fine');
  });

  it.each(['no JSON', 'null', '{"kind":"failed"}', '{"kind":1}', '{"kind":"returned"}'])(
    'by writing %j to the channel of the runtime ends that invocation only, and is logged once',
    async (text) => {
      const own = testFleet(
        `exports.handler = async ({ text }) => {
          if (!text) return 'fine';
          require('node:fs').writeSync(3, text + '\\n' + text + '\\n');
          await new Promise(() => {});
        };`,
      );
      expect((await own.invoke({ text })).fault).toMatchObject({
        errorType: 'Runtime.InvalidMessage',
      });
      expect(own.idleLogs).toEqual([
        'The function wrote to the channel of its runtime. Its process is ended.',
      ]);
      expect((await own.invoke()).value).toBe('fine');
    },
  );

  it('tells what went wrong', async () => {
    const { fault, logs } = await fleet.invoke({ statement: 'throw new TypeError("broken")' });
    expect(fault).toMatchObject({ errorType: 'TypeError', errorMessage: 'broken' });
    expect(fault?.trace[0]).toBe('TypeError: broken');
    expect(JSON.parse(logs[0] ?? '')).toMatchObject({
      level: 'ERROR',
      message: { errorType: 'TypeError', errorMessage: 'broken' },
    });
  });

  it.each([
    ['process.exit(7)', 'Runtime exited with error: exit status 7'],
    [
      'process.kill(process.pid, "SIGKILL"); await 1',
      `Runtime exited with error: ${onWindows ? 'exit status 1' : 'signal: SIGKILL'}`,
    ],
  ])('by %s names how it ended', async (statement, errorMessage) => {
    expect((await fleet.invoke({ statement })).fault).toMatchObject({
      errorType: 'Runtime.ExitError',
      errorMessage,
    });
  });

  it('keeps the last words of an instance', async () => {
    const { logs } = await fleet.invoke({ statement: 'console.log("bye"); process.exit(1)' });
    expect(logs.map((line) => JSON.parse(line).message)).toEqual(['bye']);
  });

  it.each([
    ['an infinite loop', 'for (;;);'],
    ['a promise that never settles', 'await new Promise(() => {})'],
  ])(
    'by %s ends at the timeout, and the next invocation gets another process',
    async (_, statement) => {
      const fleet = testFleet(
        `exports.handler = async (event) => { if (event.hang) { ${statement} } return process.pid; };`,
        { handlerMilliseconds: 500 },
      );
      const { value: before } = await fleet.invoke();
      expect((await fleet.invoke({ hang: true })).fault).toMatchObject({
        errorType: 'Sandbox.Timedout',
        errorMessage: 'Task timed out after 0.50 seconds',
      });
      const { value: after } = await fleet.invoke();
      expect(after).not.toBe(before);
    },
  );

  it('to load is told to the request that it was started for', async () => {
    const fleet = testFleet('throw new Error("no module");');
    expect((await fleet.invoke()).fault).toMatchObject({ errorMessage: 'no module' });
    expect((await fleet.invoke()).fault).toMatchObject({ errorMessage: 'no module' });
    expect(fleet.pids()).toEqual([]);
  });

  it.each([
    ['a syntax error', { 'index.js': 'export {' }, /./],
    ['no such file', {}, 'Cannot find the module of the handler index.handler'],
    ['no such export', { 'index.js': '' }, 'index.handler is undefined or not exported'],
    [
      'an exit while loading',
      { 'index.js': 'process.exit(3)' },
      'Runtime exited with error: exit status 3',
    ],
  ])('to load because of %s is a fault', async (_, files, message) => {
    const { fault } = await testFleet(files).invoke();
    expect(fault?.errorMessage).toMatch(message);
  });

  it('to load in time is a fault', async () => {
    const fleet = testFleet('for (;;);', { initMilliseconds: 500 });
    expect((await fleet.invoke()).fault).toMatchObject({ errorType: 'Sandbox.Timedout' });
  });
});

describe('overlapping invocations', () => {
  it('run in instances of their own, one at a time each', async () => {
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
    const results = await Promise.all([fleet.invoke(), fleet.invoke()]);
    expect(results.map(({ value }) => value.overlap)).toEqual([1, 1]);
    expect(new Set(results.map(({ value }) => value.pid)).size).toBe(2);
  });

  it('wait at the cap', async () => {
    const fleet = testFleet(slowWithPid);
    const results = await Promise.all(Array.from({ length: 6 }, () => fleet.invoke()));
    expect(new Set(results.map(({ value }) => value)).size).toBe(2);
    expect(results.map(({ kind }) => kind)).toEqual(Array(6).fill('returned'));
  });

  it('are throttled where too many wait', async () => {
    const fleet = testFleet(slowWithPid, { mostInstances: 1, mostWaiting: 2 });
    const results = await Promise.all(Array.from({ length: 4 }, () => fleet.invoke()));
    expect(results.map(({ kind }) => kind)).toEqual([
      'returned',
      'returned',
      'throttled',
      'throttled',
    ]);
  });

  it('survive the loss of instances: whoever waits is served by new ones', async () => {
    const fleet = testFleet(slowWithPid);
    const all = Promise.all(Array.from({ length: 6 }, () => fleet.invoke()));
    await vi.waitUntil(() => fleet.pids().length === 2);
    for (const pid of fleet.pids()) process.kill(pid, 'SIGKILL');
    const kinds = (await all).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'failed').length).toBeLessThanOrEqual(2);
    expect(kinds.at(-1)).toBe('returned');
  });
});

describe('idle instances', () => {
  it('are reclaimed', async () => {
    const fleet = testFleet(answersWithPid, { idleMilliseconds: 50 });
    await fleet.invoke();
    await vi.waitUntil(() => fleet.pids().length === 0);
    expect((await fleet.invoke()).cold).toBe(true);
  });

  it('that ended by themselves are not used', async () => {
    const fleet = testFleet(`exports.handler = async () => {
      setTimeout(() => process.exit(), 1);
      return process.pid;
    };`);
    const { value: first } = await fleet.invoke();
    await vi.waitUntil(() => fleet.pids().length === 0);
    const { value: second, kind } = await fleet.invoke();
    expect(kind).toBe('returned');
    expect(second).not.toBe(first);
  });

  it('that were killed unnoticed cost no request its answer', async () => {
    const fleet = testFleet(slowWithPid);
    await Promise.all([fleet.invoke(), fleet.invoke()]);
    const killed = fleet.pids();
    expect(killed).toHaveLength(2);
    // In the same turn of the event loop, so this process still believes that they run.
    for (const pid of killed) process.kill(pid, 'SIGKILL');
    const { kind, value } = await fleet.invoke();
    expect(kind).toBe('returned');
    expect(killed).not.toContain(value);
  });

  // Windows cannot suspend a process.
  it.skipIf(onWindows)('that end with an event that they never read lose nothing', async () => {
    const fleet = testFleet(answersWithPid, { mostInstances: 1 });
    const { value: suspended } = await fleet.invoke();
    process.kill(suspended, 'SIGSTOP');
    const answer = fleet.invoke();
    await delay(0);
    process.kill(suspended, 'SIGKILL');
    const { kind, value } = await answer;
    expect(kind).toBe('returned');
    expect(value).not.toBe(suspended);
  });

  it('write to the idle log', async () => {
    const fleet = testFleet(`exports.handler = async () => {
      setTimeout(() => console.log('afterwards'), 50);
    };`);
    expect((await fleet.invoke()).logs).toEqual([]);
    await vi.waitUntil(() => fleet.idleLogs.length === 1);
    expect(JSON.parse(fleet.idleLogs[0] ?? '').message).toBe('afterwards');
  });
});

describe('closing', () => {
  it('lets invocations finish and ends every process', async () => {
    const fleet = testFleet(slowWithPid);
    const under = fleet.invoke();
    const pids = fleet.pids();
    await fleet.close();
    expect((await under).kind).toBe('returned');
    expect(pids).toHaveLength(1);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
    expect((await fleet.invoke()).kind).toBe('throttled');
  });

  it('of a fleet that never ran is immediate', async () => {
    const fleet = testFleet(answersWithPid);
    await fleet.close();
    await delay(0);
    expect(fleet.pids()).toEqual([]);
  });
});

it('an environment that no process can have is a fault', async () => {
  const fleet = testFleet(answersWithPid, { variables: { BAD: 'a\0b' } });
  expect(await fleet.invoke()).toMatchObject({ fault: { errorType: 'Runtime.StartError' } });
});

it('an endless loop ends after the process that started it, also after SIGKILL', async () => {
  const module = new URL('../../../../infra/local/lambda/fleet.ts', import.meta.url);
  const folder = temporaryFolder();
  const begun = join(folder, 'begun');
  const handler = `require('node:fs').writeFileSync(${JSON.stringify(begun)}, String(process.pid)); for (;;) {}`;
  writeFileSync(join(folder, 'index.js'), `exports.handler = () => { ${handler} };`);
  const lambda = { name: 'Loop', handler: 'index.handler', folder, memoryMegabytes: 128 };
  const script = `import { createFleets } from ${JSON.stringify(module.href)};
    const lambda = ${JSON.stringify({ ...lambda, timeoutSeconds: 600, environment: {} })};
    createFleets(new Map([['Loop', lambda]]), { dynamodbUrl: '', onLog() {} }).invoke('Loop', '{}');`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: 'ignore',
  });
  await vi.waitUntil(() => existsSync(begun) && readFileSync(begun, 'utf8') !== '', 30_000);
  const pid = Number(readFileSync(begun, 'utf8'));
  expect(isRunning(pid)).toBe(true);
  parent.kill('SIGKILL');
  await vi.waitUntil(() => !isRunning(pid), 30_000);
});
