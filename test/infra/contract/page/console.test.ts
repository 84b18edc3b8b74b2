import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocsServer, serveDocs } from '../../../../infra/commands/start/docs-server.ts';
import {
  type RunningPlantStore,
  startPlantStore,
} from '../../../../infra/commands/start/service.ts';
import { assembly } from '../../../synthesized.ts';
import { chromium, openPage, type Page } from './chromium.ts';

describe.skipIf(chromium === undefined)('the console, in a Chromium where there is one', () => {
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

  /** Fills the form in as a person does, sends it, and gives what the page then shows. */
  const send = (fields: Record<string, string>): Promise<unknown> =>
    page.evaluate(`new Promise((resolve) => {
      const { elements } = document.querySelector('form');
      const output = document.querySelector('output');
      for (const [name, value] of Object.entries(${JSON.stringify(fields)})) {
        elements[name].value = value;
        elements[name].dispatchEvent(new Event('change'));
      }
      new MutationObserver(() => output.className && resolve(output.textContent))
        .observe(output, { attributes: true });
      document.querySelector('button').click();
    })`);

  it('sends the first example as the page opens', async () => {
    const shown = await send({});
    expect(shown).toMatch(/^200, \d+ ms\n/);
    expect(shown).toMatch(/^apigw-requestid: \S+$/m);
    expect(shown).toMatch(/\n\n\{"name":"Fern","tag":"indoor"\}$/);
  });

  it.each([
    ['another plant under its id', { body: '{"id":7,"name":"Moss"}' }, /^400.*"error":1004/s],
    ['an id digit for digit', { body: '{"id":9223372036854775808}' }, /^400.*"error":1003/s],
    ['no content type', { contentType: '' }, /^400.*"error":1002/s],
    ['another token', { token: 'plant_x' }, /^403.*"Forbidden"/s],
    ['no token', { token: '' }, /^401.*"Unauthorized"/s],
  ])('shows what %s is answered', async (_, fields, shown) => {
    const usual = { token: store.token, contentType: 'application/json' };
    expect(await send({ ...usual, ...fields })).toMatch(shown);
  });

  it('loads nothing from anywhere else', async () => {
    const loaded = await page.evaluate(
      `performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin)`,
    );
    expect(new Set(loaded as string[])).toEqual(new Set([docs.url]));
  });
});
