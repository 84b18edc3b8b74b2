import type { Example } from '../contract.ts';
import { type Html, html, inline } from './html.ts';

declare global {
  interface JSON {
    // https://github.com/tc39/proposal-json-parse-with-source, which TypeScript does not know yet
    rawJSON(text: string): unknown;
  }
}

/** Indented JSON, with integers digit for digit. */
export function readableJson(value: unknown): string {
  return JSON.stringify(
    value,
    (_, part: unknown) => (typeof part === 'bigint' ? JSON.rawJSON(part.toString()) : part),
    2,
  );
}

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
