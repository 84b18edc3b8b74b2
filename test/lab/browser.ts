import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { connect } from '../chrome-protocol.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** The program of a browser with Chrome's protocol. */
export function findBrowser(): string | undefined {
  const { CHROME, PATH = '', ProgramFiles = '', LOCALAPPDATA = '' } = process.env;
  const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'msedge'];
  const windows = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];
  const paths = [
    ...PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
    ...['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    ),
    ...[ProgramFiles, `${ProgramFiles} (x86)`, LOCALAPPDATA].flatMap((folder) =>
      windows.map((path) => join(folder, path)),
    ),
  ];
  const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile();
  const program = CHROME ?? paths.find(isFile);
  const sentence = 'No browser was found, so the page is not tested: set CHROME to its program.';
  if (program === undefined && process.env['REQUIRE_BROWSER']) throw new Error(sentence);
  if (program === undefined) console.warn(sentence);
  return program;
}

/** A browser without a window, which reaches only this machine. */
export async function startBrowser(program: string) {
  const options = [
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${temporaryFolder()}`,
    // It loads only our page, and in a container it cannot make a sandbox.
    '--no-sandbox',
    '--disable-background-networking',
    // All tabs show the same site: one process is enough for them.
    '--process-per-site',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  ];
  const process = spawn(program, options, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(process, 'close');
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(process.stderr).on('line', (line) => {
      const [, found] = /^DevTools listening on (ws:.+)/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
    ended.then(() => reject(new Error(`${program} has ended`)), reject);
  });
  const browser = await connect(url);
  return {
    browser,
    close: async () => {
      await browser.call('Browser.close');
      await ended;
    },
    /** A new tab. */
    async open() {
      const target = { url: 'about:blank' };
      const { targetId } = await browser.call<{ targetId: string }>('Target.createTarget', target);
      const tab = await connect(url.replace(/browser\/.*/, `page/${targetId}`));
      for (const domain of ['Page', 'Log', 'Network', 'Runtime'])
        await tab.call(`${domain}.enable`);
      return {
        ...tab,
        async load(url: string) {
          const loaded = once(tab.events, 'Page.loadEventFired');
          await tab.call('Page.navigate', { url });
          await loaded;
        },
        /** The value of an expression in the page. */
        async value<Value = string>(expression: string): Promise<Value> {
          const settings = {
            expression,
            awaitPromise: true,
            returnByValue: true,
            userGesture: true,
          };
          const { result, exceptionDetails: thrown } = await tab.call<{
            result: { value: Value };
            exceptionDetails?: { exception: { description: string } };
          }>('Runtime.evaluate', settings);
          if (thrown) throw new Error(thrown.exception.description);
          return result.value;
        },
      };
    },
  };
}
