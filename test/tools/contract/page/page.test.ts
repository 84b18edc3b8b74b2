import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { failures } from '../../../../functions/create-plant/failure.ts';
import { contractText, readContract } from '../../../../tools/contract/contract.ts';
import { docsPage } from '../../../../tools/contract/page/page.ts';

const contract = readContract();
const errors = Object.values(failures).map(({ error }) => error);
const page = docsPage(contract);
const served = docsPage(contract, { url: 'http://127.0.0.1:3000', token: 'plant_"x"' });

describe.each([
  ['the page as a file', page],
  ['the page that npm start serves', served],
])('%s', (_, text) => {
  it('is one file of less than 30 kB', () => {
    expect(text).not.toMatch(/<(img|iframe|object|embed)\b|\bsrc=|@import|url\(|rel="stylesheet"/);
    const policy =
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; connect-src 'self'";
    expect(text).toContain(`content="${policy.replaceAll("'", '&#39;')}"`);
    expect(Buffer.byteLength(text)).toBeLessThan(30_000);
  });

  it('shows every status, error and field', () => {
    const statuses = Object.keys(contract.paths['/plants']?.['post']?.responses ?? {});
    for (const name of [...statuses, ...errors, 'id', 'name', 'tag', 'error', 'message']) {
      expect(text).toMatch(new RegExp(`<code[^>]*>${name}</code>`));
    }
  });

  it('has a target for each link, and a link for each error', () => {
    const links = [...text.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((link) => !ids.includes(link))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(links).toEqual(expect.arrayContaining(errors.map((error) => `error-${error}`)));
  });

  it('has no empty heading and no empty table header', () => {
    expect(text).not.toMatch(/<(th|h[1-6])\b[^>]*>\s*<\/\1>/);
  });

  it('has an id and its bounds digit for digit', () => {
    const rule = 'must be an integer between -9223372036854775808 and 9223372036854775807';
    expect(text).toContain(`<small>${rule}</small>`);
    expect(text).toContain('-d &#39;{&#34;id&#34;:9223372036854775807,');
    expect(text).toContain('createPlant({ id: 9223372036854775807n,');
  });
});

it('has a console only if there is a service', () => {
  expect(page).not.toMatch(/<form|openapi\.yaml/);
  expect(page).toContain('Bearer plant_…');
  expect(served).toContain('curl http://127.0.0.1:3000/plants');
  expect(served).toContain('value="plant_&#34;x&#34;"');
  expect(served).toMatch(/<form action="\/plants"/);
});

it('quotes an example for the shell and for TypeScript', () => {
  const odd = structuredClone(contract);
  const examples =
    odd.paths['/plants']?.['post']?.requestBody.content['application/json']?.examples;
  Object.assign(examples?.['withTag'] ?? {}, { value: { id: 7n, name: `Lady's "Mantle"\n` } });
  const text = docsPage(odd).replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
  expect(text).toContain(String.raw`-d '{"id":7,"name":"Lady'\''s \"Mantle\"\n"}'`);
  expect(text).toContain(String.raw`createPlant({ id: 7n, name: 'Lady\'s \"Mantle\"\n' })`);
});

it('shows the fields of objects in lists, with their limits, and their values as TypeScript', () => {
  const count =
    'count: { type: integer, format: int32 }, names: { type: array, items: { type: string } }';
  const lines = `lines: { type: array, maxItems: 2, items: { type: object, required: [count], properties: { ${count} } } }`;
  const value = 'value: { lines: [{ count: 2, names: [a] }], id: 7, light: 0.5, wild: true,';
  const text = docsPage(
    readContract(
      contractText()
        .replace('        name:\n', `        ${lines}\n        name:\n`)
        .replace('value: { id: 7,', value),
    ),
  );
  const cells = [
    ...text.matchAll(/<td>(<code>\S+)<\/td>\s*<td class="type">(.*?)<br>\s*<small>(.*?)</gs),
  ];
  const rows = cells.map(([, ...row]) => row.join(' '));
  expect(rows).toContain('<code>lines</code> array of object optional');
  expect(rows).toContain('<code>lines[].count</code> integer, int32 required');
  expect(rows).toContain('<code>lines[].names</code> array of string optional');
  expect(text).toContain('<small>must be a list with 0 to 2 items</small>');
  expect(text.match(/<small>must be/g)).toHaveLength(3);
  expect(text).toContain(
    'createPlant({ lines: [{ count: 2, names: [&#39;a&#39;] }], id: 7n, light: 0.5, wild: true, name:',
  );
});

describe('the script of the page', () => {
  const element = <More extends object>(more: More) => Object.assign(new EventTarget(), more);
  const [token, contentType, body, example] = [1, 2, 3, 4].map(() => element({ value: '' }));
  const elements = { token, contentType, body, example };
  const form = element({ action: '/plants', elements });
  const output = Array.from({ length: 4 }, () => ({ textContent: '', className: '' }));
  const codes = ['curl', 'await client'].map((textContent) => ({ textContent }));
  const pres = codes.map((firstChild, index) => ({ firstChild, checkVisibility: () => index > 0 }));
  const button = element({ closest: () => ({ querySelectorAll: () => pres }), textContent: '' });
  const send = vi.fn<typeof fetch>();
  const writeText = vi.fn<(text: string) => Promise<void>>();
  const selectAllChildren = vi.fn();
  const browser = {
    document: {
      querySelectorAll: () => [button],
      querySelector: (name: string) => (name === 'form' ? form : { children: output }),
    },
    fetch: send,
    navigator: { clipboard: { writeText } },
    getSelection: () => ({ selectAllChildren }),
  };
  const script = readFileSync('tools/contract/page/page.js', 'utf8');
  new Function(...Object.keys(browser), script)(...Object.values(browser));

  it.each([
    [
      { token: 'plant_x', contentType: 'application/json', body: '{"id":7}' },
      { authorization: 'Bearer plant_x', 'content-type': 'application/json' },
    ],
    [{ token: '', contentType: '', body: '' }, {}],
  ])('sends %j, without empty headers, and shows the answer', async (values, headers) => {
    for (const [name, value] of Object.entries(values)) {
      Object.assign(elements[name as keyof typeof values] ?? {}, { value });
    }
    const shown = { 'apigw-requestid': 'a=', 'content-type': 'application/json' };
    const answer = { status: 400, statusText: 'Bad Request', headers: { ...shown, date: 'today' } };
    send.mockResolvedValueOnce(new Response('{"error":1003}', answer));
    form.dispatchEvent(new Event('submit'));
    expect(output[1]?.textContent).toBe('Sending …');
    await vi.waitUntil(() => output[3]?.textContent, { timeout: 30_000 });
    const bytes = new TextEncoder().encode(values.body);
    expect(send).toHaveBeenLastCalledWith('/plants', { method: 'POST', headers, body: bytes });
    expect(output).toMatchObject([
      { textContent: '400 Bad Request', className: 'badge status-4' },
      { textContent: expect.stringMatching(/^\d+ ms$/) },
      { textContent: 'apigw-requestid: a=\ncontent-type: application/json' },
      { textContent: '{"error":1003}' },
    ]);
  });

  it('shows that no answer came', async () => {
    send.mockRejectedValueOnce(new TypeError('fetch failed'));
    form.dispatchEvent(new Event('submit'));
    await vi.waitUntil(() => output[1]?.textContent !== 'Sending …', { timeout: 30_000 });
    const texts = output.map(({ textContent }) => textContent);
    expect(texts).toEqual(['', 'No answer came. Is `npm start` still running?', '', '']);
  });

  it('fills in an example', () => {
    Object.assign(example ?? {}, { value: '{"id":8}' });
    example?.dispatchEvent(new Event('change'));
    expect(body?.value).toBe('{"id":8}');
  });

  it('copies the code that is visible, or selects it if there is no clipboard', async () => {
    writeText.mockResolvedValueOnce();
    for (const label of ['Copied', 'Selected']) {
      button.dispatchEvent(new Event('click'));
      await vi.waitUntil(() => button.textContent === label, { timeout: 30_000 });
      writeText.mockRejectedValueOnce(new Error('no clipboard'));
    }
    expect(writeText).toHaveBeenCalledWith('await client');
    expect(selectAllChildren).toHaveBeenCalledExactlyOnceWith(codes[1]);
  });
});
