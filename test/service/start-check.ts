import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Problem } from '../../infra/problem.ts';
import { runCommand } from '../../tools/commands/terminal/run-command.ts';
import { readmeExample } from '../setup/readme-example.ts';
import { onWindows } from '../setup/system.ts';

// `npx -c "node test/service/start-check.ts"`: the first minute of README, on any system. Options go to `npm start`.

const { path, headers, body: plant, answer } = readmeExample();

/** Sends README's request with this body. */
async function expectAnswer(url: string, body: string, start: string): Promise<void> {
  const answered = await fetch(url + path, { method: 'POST', headers, body });
  const text = `${answered.status} ${await answered.text()}`;
  if (!text.startsWith(start)) throw new Problem(`${body} is answered ${text}`);
}

/**
 * Starts the service, sends it a request, and ends it. A supervisor signals only npm; a terminal signals the
 * whole group.
 */
async function whileServed(
  data: string,
  options: readonly string[],
  signal: NodeJS.Signals,
  request: (url: string) => unknown,
) {
  const words = ['--json', '--data', `"${data}"`, ...options];
  // npm is a script on Windows, so it needs a shell. exec leaves no shell between this process and npm.
  const npm = spawn(`exec npm --silent start -- ${words.join(' ')}`, {
    shell: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(npm, 'close');
  const [line] = await Promise.race([once(createInterface(npm.stdout), 'line'), closed]);
  if (typeof line !== 'string') throw new Problem('npm start ended before it was ready.');
  const { url } = JSON.parse(line);
  try {
    await request(url);
  } finally {
    // Windows has no signals between processes: kill() ends a process immediately, and npm ends after it.
    if (onWindows) process.kill(JSON.parse(readFileSync(join(data, 'run.json'), 'utf8')).pid);
    else npm.kill(signal);
  }
  const [code] = await closed;
  if (!onWindows && code !== 0) throw new Problem(`npm start ended with ${code}.`);
  const ended = await fetch(url).then(
    () => false,
    () => true,
  );
  if (!ended) throw new Problem(`${url} still answers after npm has ended.`);
}

await runCommand(async (options) => {
  const data = mkdtempSync(join(tmpdir(), 'plant-store-'));
  try {
    await whileServed(data, options, 'SIGINT', (url) => expectAnswer(url, plant, `200 ${answer}`));
    const other = plant.replace(/(?<=: ")[A-Z]/, (letter) => letter.toLowerCase());
    await whileServed(data, options, 'SIGTERM', (url) =>
      expectAnswer(url, other, '400 {"error":1004'),
    );
  } finally {
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  }
  console.log(
    "README's request is answered as README says, and its plant is there after the next start.",
  );
});
