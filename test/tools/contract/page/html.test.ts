import { expect, it } from 'vitest';
import { html, markdown, trusted } from '../../../../tools/contract/page/html.ts';

it('escapes text, and keeps HTML and lists of HTML', () => {
  expect(html`<a title="${`"'><script>&`}">${7n}</a>`.html).toBe(
    '<a title="&#34;&#39;&#62;&#60;script&#62;&#38;">7</a>',
  );
  expect(html`${['a', '<'].map((text) => html`<li>${text}</li>`)}${trusted('<br>')}`.html).toBe(
    '<li>a</li><li>&#60;</li><br>',
  );
});

it('reads paragraphs and code from Markdown', () => {
  expect(markdown('One\nand `<two>`.\n\nThree > two.\n').html).toBe(
    '<p>One\nand <code>&#60;two&#62;</code>.</p><p>Three &#62; two.</p>',
  );
});
