import type { NamedOperation } from '../contract.ts';
import { type Html, html, inline, trusted } from './html.ts';

declare global {
  interface JSON {
    // https://github.com/tc39/proposal-json-parse-with-source, which TypeScript does not have yet
    rawJSON(text: string): unknown;
  }
}

/** JSON with integers digit for digit. */
export function exactJson(value: unknown, indent = 0): string {
  const exact = (_: string, part: unknown) =>
    typeof part === 'bigint' ? JSON.rawJSON(String(part)) : part;
  return JSON.stringify(value, exact, indent);
}

/** Each example of a request as a command and as a program, to copy. */
export function callExamples(operation: NamedOperation, url: string, token: string): Html {
  const { operationId, path } = operation;
  return html`
<div class="calls">
  <div role="radiogroup" aria-label="Language">
    <label><input type="radio" name="language" checked> curl</label>
    <label><input type="radio" name="language" id="typescript"> TypeScript</label>
  </div>
  ${examplesOf(operation).map(
    ({ summary, contentType, value }) => html`
  <figure>
    <figcaption>${inline(summary)} <button type="button" class="copy">Copy</button></figcaption>
    <pre class="curl"><code>${command(url + path, token, contentType, value)}</code></pre>
    <pre class="typescript"><code>${program(operationId, url, token, value)}</code></pre>
  </figure>`,
  )}
</div>`;
}

/** A form that page.js sends to the server of this page, which forwards it to the service. */
export function consoleForm(operation: NamedOperation, token: string): Html {
  const examples = examplesOf(operation);
  return html`
<form action="${operation.path}">
  <h3>Try it</h3>
  <label>Example
    <select name="example">${examples.map(
      ({ summary, value }) => html`<option value="${exactJson(value, 2)}">${summary}</option>`,
    )}</select></label>
  <label>Token <input name="token" value="${token}" ${sendable} spellcheck="false" autocomplete="off"></label>
  <label>Content type <input name="contentType" value="${examples[0]?.contentType ?? ''}" ${sendable} spellcheck="false"></label>
  <label>Body <textarea name="body" rows="5" spellcheck="false">${exactJson(examples[0]?.value, 2)}</textarea></label>
  <button>Send</button>
  <output><b></b> <span></span><pre></pre><pre></pre></output>
</form>`;
}

/** A header carries no other characters, so the browser refuses them. */
const sendable = trusted('pattern="[ -~]*" title="only ASCII characters"');

function examplesOf({ requestBody }: NamedOperation) {
  return Object.entries(requestBody.content).flatMap(([contentType, { examples = {} }]) =>
    Object.values(examples).map((example) => ({ ...example, contentType })),
  );
}

function command(url: string, token: string, contentType: string, value: unknown): string {
  const body = exactJson(value).replaceAll("'", `'\\''`);
  return `curl ${url} \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: ${contentType}' \\
  -d '${body}'`;
}

function program(operation: string, url: string, token: string, value: unknown): string {
  return `import { plantStoreClient } from ${literal('plant-store-client')};

const client = plantStoreClient({ url: ${literal(url)}, token: ${literal(token)} });
await client.${operation}(${literal(value)});`;
}

function literal(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') {
    return `'${JSON.stringify(value).slice(1, -1).replaceAll("'", "\\'")}'`;
  }
  const fields = Object.entries(value as object).map(([name, part]) => `${name}: ${literal(part)}`);
  return `{ ${fields.join(', ')} }`;
}
