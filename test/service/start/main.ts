import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onWindows } from '../../../tools/test/setup/system.ts';
import { readmeExample } from '../../repository/readme-example.ts';

// `npx -c "node test/service/start/main.ts"`: the first minute of README, on any system. The plant is there after the
// next start, and npm ends without an error by each signal that a supervisor sends only to it.

const { path, headers, body, answer } = readmeExample();
const other = body.replace(/(?<=: ")[A-Z]/, (letter) => letter.toLowerCase());
const data = mkdtempSync(join(tmpdir(), 'plant-store-'));
process.on('exit', () => rmSync(data, { recursive: true, force: true, maxRetries: 5 }));

for (const [signal, sent, right] of [
  ['SIGINT', body, `200 ${answer}`],
  ['SIGTERM', other, '400 {"error":1004'],
] as const) {
  // npm is a script on Windows, so it needs a shell. exec leaves no shell between this process and npm.
  const npm = spawn(`exec npm --silent start -- --json --data "${data}"`, {
    shell: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(npm, 'close');
  const [line] = await Promise.race([once(createInterface(npm.stdout), 'line'), closed]);
  const { url } = JSON.parse(line);
  const answered = await fetch(url + path, { method: 'POST', headers, body: sent });
  const text = `${answered.status} ${await answered.text()}`;
  // Windows has no signals between processes: kill() ends a process immediately, and npm ends after it.
  if (onWindows) process.kill(JSON.parse(readFileSync(join(data, 'run.json'), 'utf8')).pid);
  else npm.kill(signal);
  const [code] = await closed;
  assert.equal(text.slice(0, right.length), right);
  if (!onWindows) assert.equal(code, 0);
  await assert.rejects(fetch(url), 'It still answers after npm has ended.');
}
