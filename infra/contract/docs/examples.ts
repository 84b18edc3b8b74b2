import type { Example } from '../contract.ts';
import { type Html, html, inline } from './html.ts';
import { readableJson } from './readable-json.ts';

export function exampleFigures(examples: Record<string, Example>): Html {
  return html`
<div class="examples">${Object.values(examples).map(
    ({ summary, value }) => html`
  <figure>
    <figcaption>${inline(summary)}</figcaption>
    <pre><code>${readableJson(value)}</code></pre>
  </figure>`,
  )}</div>`;
}
