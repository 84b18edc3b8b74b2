import { describe, expect, it } from 'vitest';
import { html, inline, markdown, trusted } from '../../../../infra/contract/page/html.ts';

describe('html', () => {
  it('escapes what is no HTML', () => {
    const attribute = `"'><script>&`;
    expect(html`<a title="${attribute}">${7n}</a>`.html).toBe(
      '<a title="&#34;&#39;&#62;&#60;script&#62;&#38;">7</a>',
    );
  });

  it('takes HTML and lists of it as they are', () => {
    expect(html`<ul>${['a', '<'].map((text) => html`<li>${text}</li>`)}</ul>`.html).toBe(
      '<ul><li>a</li><li>&#60;</li></ul>',
    );
    expect(html`<style>${trusted('a > b {}')}</style>`.html).toBe('<style>a > b {}</style>');
  });
});

describe('markdown', () => {
  it('knows paragraphs and code', () => {
    expect(markdown('One\nand `<two>`.\n\nThree.\n').html).toBe(
      '<p>One\nand <code>&#60;two&#62;</code>.</p><p>Three.</p>',
    );
  });

  it('leaves text without code alone', () => {
    expect(inline('a > b').html).toBe('a &#62; b');
  });
});
