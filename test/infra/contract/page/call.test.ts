import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocsServer, serveDocs } from '../../../../infra/commands/start/docs-server.ts';
import {
  type RunningPlantStore,
  startPlantStore,
} from '../../../../infra/commands/start/service.ts';
import { assembly } from '../../../synthesized.ts';
import { chromium, openPage, type Page } from './chromium.ts';

describe.skipIf(chromium === undefined)('the console, if there is a Chromium', () => {
  let store: RunningPlantStore;
  let docs: DocsServer;
  let page: Page;
  beforeAll(async () => {
    store = await startPlantStore({ assembly });
    const { url: gatewayUrl, token } = store;
    docs = await serveDocs({ host: '127.0.0.1', ports: [0], gatewayUrl, token });
    page = await openPage(String(chromium), docs.url);
  });
  afterAll(async () => {
    await page.close();
    await docs.close();
    await store.close();
  });

  /** Fills the form in as a person does, sends it, and returns the parts of the answer that the page shows. */
  const send = (fields: Record<string, string>) =>
    page.evaluate(`new Promise((resolve) => {
      const { elements } = document.querySelector('form');
      const output = document.querySelector('output');
      for (const [name, value] of Object.entries(${JSON.stringify(fields)})) {
        elements[name].value = value;
        elements[name].dispatchEvent(new Event('change'));
      }
      new MutationObserver(() => {
        const [status, note, headers, body] = [...output.children].map((part) => part.textContent);
        if (!note.startsWith('Sending')) resolve({ status, note, headers, body });
      }).observe(output, { childList: true, subtree: true });
      document.querySelector('form button').click();
    })`);

  it('sends the first example, and shows status, headers and body', async () => {
    expect(await send({})).toEqual({
      status: '200 OK',
      note: expect.stringMatching(/^\d+ ms$/),
      headers: expect.stringMatching(/^apigw-requestid: \S+\ncontent-type: application\/json$/),
      body: '{"name":"Fern","tag":"indoor"}',
    });
  });

  it.each([
    [{ body: '{"id":9223372036854775808}' }, '400 Bad Request', '"error":1003'],
    [{ contentType: '' }, '400 Bad Request', '"error":1002'],
    [{ token: '' }, '401 Unauthorized', '"Unauthorized"'],
  ])('shows the answer to %o', async (fields, status, part) => {
    const usual = { token: store.token, contentType: 'application/json' };
    const shown = await send({ ...usual, ...fields });
    expect(shown).toMatchObject({ status, body: expect.stringContaining(part) });
  });

  it.each(['token', 'contentType'])('refuses a %s that no header can carry', async (name) => {
    const valid = await page.evaluate(`['plant_→', 'plant_x'].map((value) => {
      const field = document.querySelector('[name=${name}]');
      field.value = value;
      return field.checkValidity();
    })`);
    expect(valid).toEqual([false, true]);
  });

  it('copies a command that adds the plant of its example', async () => {
    const copied = await page.evaluate(`new Promise((resolve) => {
      const button = [...document.querySelectorAll('.copy')].at(-1);
      new MutationObserver(async () => resolve(button.textContent === 'Copied'
        ? await navigator.clipboard.readText()
        : getSelection().toString())).observe(button, { childList: true });
      button.click();
    })`);
    expect(copied).toContain('"id":9223372036854775807');
    const { stdout } = await promisify(exec)(`${copied} --silent`);
    expect(stdout).toBe('{"name":"Sequoia","tag":"tree"}');
  });

  it('loads nothing from another address', async () => {
    const loaded = await page.evaluate(
      `performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin)`,
    );
    expect(new Set(loaded as string[])).toEqual(new Set([docs.url]));
  });
});
