import type { Example } from '../contract/contract.ts';
import { type Html, html, inline } from './html.ts';
import { readableJson } from './readable-json.ts';

export const exampleFigures = (examples: Record<string, Example>): Html => html`
<div class="examples">${Object.values(examples).map(
  ({ summary, value }) => html`
  <figure>
    <figcaption>${inline(summary)}</figcaption>
    <pre><code>${readableJson(value)}</code></pre>
  </figure>`,
)}</div>`;
