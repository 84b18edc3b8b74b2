import { describe, expect, it } from 'vitest';
import { newPlantFields } from '../../../../functions/create-plant/contract.generated.ts';
import { failures } from '../../../../functions/create-plant/failure.ts';
import {
  contractText,
  failureTable,
  operationOf,
  readContract,
} from '../../../../tools/contract/contract.ts';
import { docsPage } from '../../../../tools/contract/page/page.ts';
import { contract, operation, path, plant } from '../../../plants.ts';

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

  it('shows every status, error and field, and the advice for each error', () => {
    const statuses = Object.keys(operation.responses);
    for (const name of [...statuses, ...errors, ...newPlantFields, 'error', 'message']) {
      expect(text).toMatch(new RegExp(`<code[^>]*>${name}</code>`));
    }
    for (const { advice } of failureTable(contract)) expect(text).toContain(`<td>${advice}</td>`);
  });

  it('has a target for each link, a link for each error, and no empty heading', () => {
    const links = [...text.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((link) => !ids.includes(link))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(links).toEqual(expect.arrayContaining(errors.map((error) => `error-${error}`)));
    expect(text).not.toMatch(/<(th|h[1-6])\b[^>]*>\s*<\/\1>/);
  });

  it('has an id and its bounds digit for digit', () => {
    const rule = 'must be an integer between -9223372036854775808 and 9223372036854775807';
    expect(text).toContain(`<small>${rule}</small>`);
    expect(text).toContain('-d &#39;{&#34;id&#34;:9223372036854775807,');
    expect(text).toContain('createPlant({ id: 9223372036854775807n,');
  });
});

it('shows an answer that has no body', () => {
  const other = structuredClone(contract);
  for (const item of Object.values(other.paths))
    for (const { responses } of Object.values(item))
      Object.assign(responses, { 418: { description: 'No tea.' } });
  expect(docsPage(other)).toMatch(/<code[^>]*>418<\/code>[\s\S]+?No tea\./);
});

it('has a console only if there is a service', () => {
  expect(page).not.toMatch(/<form|openapi\.yaml/);
  expect(page).toContain('Bearer plant_…');
  expect(served).toContain(`curl http://127.0.0.1:3000${path}`);
  expect(served).toContain('value="plant_&#34;x&#34;"');
  expect(served).toContain(`<form action="${path}"`);
  expect(served).toMatch(/ name="token" [^>]*autocomplete="off"/);
  // The console shows each header of the contract, and the page the address of a deployed store.
  for (const [, header] of contractText().matchAll(/^ {12}([A-Z][\w-]+):$/gm)) {
    expect(served).toContain(`'${header?.toLowerCase()}'`);
  }
  expect(served).toContain(`<dt><code>${contract.servers[0]?.url}</code></dt>`);
});

it('quotes an example for HTML, for the shell and for TypeScript', () => {
  const odd = structuredClone(contract);
  Object.assign(odd.info, { description: 'One\nand `<two>`.\n\n"Three" & four.\n' });
  const [media] = Object.values(operationOf(odd).requestBody.content);
  const [example] = Object.values(media?.examples ?? {});
  Object.assign(example ?? {}, { value: plant(7, `Lady's "Mantle"\n`) });
  const page = docsPage(odd);
  expect(page).toContain(
    '<p>One\nand <code>&#60;two&#62;</code>.</p><p>&#34;Three&#34; &#38; four.</p>',
  );
  const text = page.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
  expect(text).toContain(String.raw`:"Lady'\''s \"Mantle\"\n"`);
  expect(text).toContain(String.raw`: 'Lady\'s \"Mantle\"\n'`);
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
