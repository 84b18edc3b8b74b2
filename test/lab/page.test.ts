import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { serveDocs } from '../../tools/commands/start/docs-server.ts';
import { startPlantStore } from '../../tools/commands/start/service.ts';
import { assembly } from '../synthesized.ts';
import { findBrowser, startBrowser } from './browser.ts';

const program = findBrowser();

describe.skipIf(program === undefined)('the page in a browser', () => {
  let chrome: Awaited<ReturnType<typeof startBrowser>>;
  let store: Awaited<ReturnType<typeof startPlantStore>>;
  let docs: Awaited<ReturnType<typeof serve>>;
  let page: Awaited<ReturnType<typeof chrome.open>>;
  const serve = () => serveDocs({ host: '127.0.0.1', ports: [0] }, store);

  beforeAll(async () => {
    store = await startPlantStore({ assembly });
    docs = await serve();
    chrome = await startBrowser(program ?? '');
  });
  afterAll(async () => {
    await docs.close();
    await Promise.all([chrome.close(), store.close()]);
  });
  beforeEach(async () => {
    page = await chrome.open();
    await page.load(docs.url);
  });

  /** What the console shows: status, note, headers, body. */
  const output = '[...document.querySelector("output").children].map((part) => part.innerText)';
  const shown = () => page.value<string[]>(output);
  const until = (expression: string) =>
    vi.waitUntil(() => page.value(expression), { timeout: 60_000 });
  const fill = (values: object) =>
    page.value(`for (const [name, value] of Object.entries(${JSON.stringify(values)}))
      document.querySelector('form').elements[name].value = value`);
  const press = (selector: string) => page.value(`document.querySelector('${selector}').click()`);
  const send = async () => {
    await press('form button');
    await until(`${output}[1].endsWith(' ms')`);
    return shown();
  };
  async function enter(field: string, modifiers = 0): Promise<void> {
    await page.value(`document.querySelector('[name=${field}]').focus()`);
    const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, modifiers, text: '\r' };
    for (const type of ['keyDown', 'keyUp'])
      await page.call('Input.dispatchKeyEvent', { ...key, type });
  }

  it('loads nothing else and has no error', async () => {
    const seen: unknown[] = [];
    page.events.on('Log.entryAdded', (entry) => seen.push(entry));
    page.events.on('Runtime.exceptionThrown', (thrown) => seen.push(thrown));
    page.events.on('Network.requestWillBeSent', ({ request }) => seen.push(request.url));
    await page.load(docs.url);
    expect(seen.filter((it) => !String(it).startsWith('data:'))).toEqual([`${docs.url}/`]);
    expect(await page.value('document.querySelector("dl").innerText')).toContain(store.url);
  });

  it.each([
    [{}, '200 OK', '{"name":"Fern","tag":"indoor"}'],
    [{ body: '{}' }, '400 Bad Request', /^\{"error":1003,/],
    [{ contentType: '' }, '400 Bad Request', /^\{"error":1002,/],
    [{ token: '' }, '401 Unauthorized', '{"message":"Unauthorized"}'],
    [{ token: 'wrong' }, '403 Forbidden', '{"message":"Forbidden"}'],
  ])('sends %j, and shows the answer', async (values, status, body) => {
    await fill(values);
    const request = once(page.events, 'Network.requestWillBeSent');
    const [badge, time, headers, text] = await send();
    const hasType = /"content-type"/i.test(JSON.stringify(await request));
    expect(hasType).toBe(!('contentType' in values));
    expect([badge, time, text]).toEqual([
      status,
      expect.stringMatching(/^\d+ ms$/),
      expect.stringMatching(body),
    ]);
    expect(headers).toMatch(/^apigw-requestid: \S+\ncontent-type: application\/json$/);
  });

  it.each([
    ['Ctrl', 2],
    ['Meta', 4],
  ])('sends the example that was chosen, by its method, on %s-Enter', async (_, modifier) => {
    await page.value(`const { dataset, elements: { example } } = document.querySelector('form');
      dataset.method = 'PUT';
      example.selectedIndex = [...example.options].findIndex(({ value }) => value.includes('9223372036854775807'));
      example.dispatchEvent(new Event('change'))`);
    const sent = new Promise<string>((resolve) =>
      page.events.on('Network.requestWillBeSent', ({ request }) =>
        resolve(request.method + request.postData),
      ),
    );
    await enter('body');
    expect(await shown()).toEqual(['', '', '', '']);
    await enter('body', modifier);
    expect(await sent).toMatch(/^PUT\{\s*"id": 9223372036854775807\b/);
  });

  it('shows no older answer if the browser refuses a field', async () => {
    await send();
    await fill({ token: 'a → b' });
    await press('form button');
    expect(await shown()).toEqual(['', 'Nothing was sent.', '', '']);
  });

  it('shows that no answer came', async () => {
    const own = await serve();
    await page.load(own.url);
    await own.close();
    await press('form button');
    await until(`${output}[1] !== 'Sending …'`);
    expect(await shown()).toEqual(['', 'No answer came. Is `npm start` still running?', '', '']);
  });

  it('copies the code that is visible, or selects it if there is no clipboard', async () => {
    const permissions = ['clipboardReadWrite', 'clipboardSanitizedWrite'];
    await chrome.browser.call('Browser.grantPermissions', { origin: docs.url, permissions });
    const label = (text: string) => `document.querySelector('.copy').textContent === '${text}'`;
    const copied = () => page.value('navigator.clipboard.readText()');
    await press('.copy');
    await until(label('Copied'));
    expect(await copied()).toMatch(/^curl http/);
    await until(label('Copy'));
    await press('#typescript');
    await press('.copy');
    await until(label('Copied'));
    expect(await copied()).toMatch(/^\/\/ npm run client/);
    await page.value('Object.defineProperty(navigator, "clipboard", { value: undefined })');
    await press('.copy');
    await until(label('Selected'));
    expect(await page.value('String(getSelection())')).toMatch(/^\/\/ npm run client/);
  });

  it('never puts the token into the address, if scripts are off', async () => {
    await page.call('Emulation.setScriptExecutionDisabled', { value: true });
    await page.load(docs.url);
    await press('form button');
    await enter('token');
    expect(await page.value('location.href')).toBe(`${docs.url}/`);
    const text = await page.value('document.querySelector("form").innerText');
    expect(text).toContain('The console needs JavaScript.');
  });

  it('cannot send a request to another server', async () => {
    const directive = page.value(`new Promise((resolve) => {
      addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
      fetch('${store.url}').then(resolve, () => setTimeout(resolve, 100, 'none'));
    })`);
    expect(await directive).toBe('connect-src');
  });

  it('fits on a phone, without a broken word in a table', async () => {
    const size = { height: 800, deviceScaleFactor: 1, mobile: true };
    const form = () => page.value('[document.body.scrollWidth, document.body.offsetHeight]');
    for (const width of [320, 390]) {
      await page.call('Emulation.setDeviceMetricsOverride', { width, ...size });
      expect(await form()).toEqual([width, expect.any(Number)]);
    }
    const usual = await form();
    await page.value('document.querySelector("style").append("table * { overflow-wrap: normal }")');
    expect(await form()).toEqual(usual);
  });

  it('prints the contract without the console', async () => {
    await page.call('Emulation.setEmulatedMedia', { media: 'print' });
    const visible = await page.value<string[]>(
      `[...document.querySelectorAll('form, button, nav, pre, table')].filter((part) => part.checkVisibility()).map(({ localName }) => localName)`,
    );
    expect(new Set(visible)).toEqual(new Set(['pre', 'table']));
  });
});
