import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { temporaryFolder } from '../../../temporary-folder.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** A Chromium on the PATH, or undefined. */
export const chromium: string | undefined = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => names.map((name) => join(folder, name)))
  .find((path) => existsSync(path));

export interface Page {
  /** The value of an expression in the page, a promise's when it settles. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** Opens a page in a headless browser, driven by its DevTools protocol: https://chromedevtools.github.io/devtools-protocol/ */
export async function openPage(browser: string, url: string): Promise<Page> {
  const profile = temporaryFolder();
  const options = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
  const own = ['--remote-debugging-port=0', `--user-data-dir=${profile}`, '--no-first-run'];
  const process = spawn(browser, [...options, ...own], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(process, 'exit');
  const close = async () => {
    process.kill();
    await exited;
  };
  for await (const line of createInterface(process.stderr)) {
    const [, host] = /^DevTools listening on ws:\/\/([^/]+)/.exec(line) ?? [];
    if (host === undefined) continue;
    process.stderr.resume();
    const tab = await fetch(`http://${host}/json/new`, { method: 'PUT' });
    const { webSocketDebuggerUrl } = (await tab.json()) as Record<string, string>;
    const send = await connect(`${webSocketDebuggerUrl}`);
    const evaluate = async (expression: string) => {
      const settings = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await send('Runtime.evaluate', settings);
      if (exceptionDetails) throw new Error(exceptionDetails.exception.description);
      return result.value;
    };
    await send('Page.navigate', { url });
    await evaluate(loaded);
    return { evaluate, close };
  }
  await close();
  throw new Error(`${browser} offers no DevTools`);
}

const loaded = `new Promise((resolve) =>
  document.readyState === 'complete' ? resolve() : addEventListener('load', () => resolve()))`;

// biome-ignore lint/suspicious/noExplicitAny: each method of the protocol has a result of its own.
type Send = (method: string, params: object) => Promise<any>;

async function connect(endpoint: string): Promise<Send> {
  const socket = new WebSocket(endpoint);
  const waiting = new Map<number, (message: { result?: object; error?: object }) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data));
    waiting.get(message.id)?.(message);
  });
  await once(socket, 'open');
  return (method, params) =>
    new Promise((resolve, reject) => {
      const id = waiting.size + 1;
      waiting.set(id, ({ result, error }) =>
        error ? reject(new Error(JSON.stringify(error))) : resolve(result),
      );
      socket.send(JSON.stringify({ id, method, params }));
    });
}
