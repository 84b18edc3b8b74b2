import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { watchSources } from '../../../infra/local/watch.ts';

function project(): string {
  const folder = mkdtempSync(join(tmpdir(), 'project-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'functions', 'create-plant'), { recursive: true });
  mkdirSync(join(folder, 'infra'));
  for (const file of ['cdk.json', 'openapi.yaml', 'package.json'])
    writeFileSync(join(folder, file), '');
  return folder;
}

it('several changes at once are one rebuild, and those during a rebuild another', async () => {
  const folder = project();
  const file = join(folder, 'functions', 'create-plant', 'handler.ts');
  const change = (text: string) => writeFileSync(file, text);
  let running = 0;
  let rebuilds = 0;
  const stop = watchSources(folder, async () => {
    running += 1;
    expect(running).toBe(1);
    if (rebuilds === 0) change('changed while it runs');
    await delay(400);
    running -= 1;
    rebuilds += 1;
  });
  onTestFinished(stop);
  for (const text of ['a', 'b', 'c']) change(text);
  await vi.waitUntil(() => rebuilds === 2, { timeout: 20_000 });
  await delay(600);
  expect(rebuilds).toBe(2);
});

it('stopping waits for the rebuild under way', async () => {
  const folder = project();
  let state = 'quiet';
  const stop = watchSources(folder, async () => {
    state = 'running';
    await delay(100);
    state = 'done';
  });
  writeFileSync(join(folder, 'cdk.json'), '{}');
  await vi.waitUntil(() => state === 'running', { timeout: 20_000 });
  await stop();
  expect(state).toBe('done');
});
