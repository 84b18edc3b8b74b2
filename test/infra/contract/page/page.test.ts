import { describe, expect, it } from 'vitest';
import { failures } from '../../../../functions/create-plant/failure.ts';
import { contractText, parseContract } from '../../../../infra/contract/contract.ts';
import { docsPage } from '../../../../infra/contract/page/page.ts';

const contract = parseContract(contractText());
const page = docsPage(contract);

describe('the page of the contract', () => {
  it('needs nothing beside it', () => {
    expect(page).not.toMatch(/<(link|img|iframe|object|embed)\b|\bsrc=|@import|url\(/);
    expect(page).toContain('default-src &#39;none&#39;');
  });

  it('tells of every status, error and field', () => {
    const statuses = Object.keys(contract.paths['/plants']?.['post']?.responses ?? {});
    const errors = Object.values(failures).map(({ error }) => error);
    for (const text of [...statuses, ...errors, 'id', 'name', 'tag', 'error', 'message']) {
      expect(page).toMatch(new RegExp(`<code[^>]*>${text}</code>`));
    }
  });

  it('has the bounds of an id digit for digit', () => {
    expect(page).toContain('<code>-9223372036854775808</code>');
    expect(page).toContain('<code>9223372036854775807</code>');
    expect(page).toContain('&#34;id&#34;: 9223372036854775807');
  });

  it('has a console only where there is a token to send', () => {
    expect(page).not.toMatch(/<form|<script/);
    const served = docsPage(contract, 'plant_"x"');
    expect(served).toContain('value="plant_&#34;x&#34;"');
    expect(served).toMatch(/<form action="\/plants"/);
  });
});
