import { type Contract, type NamedOperation, operationOf } from '../contract.ts';
import { type Shape, shapeOf } from '../shape.ts';
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

/** The first example of a request as a command. */
export function firstCommand(contract: Contract, url: string, token: string): string {
  const operation = operationOf(contract);
  const [example] = examplesOf(operation);
  return example ? commandOf(url + operation.path, token, example) : '';
}

/** Each example of a request as a command and as a program, to copy. */
export function callExamples(
  contract: Contract,
  operation: NamedOperation,
  url: string,
  token: string,
): Html {
  const { operationId, path } = operation;
  return html`
<div class="calls">
  <div role="radiogroup" aria-label="Language">
    <label><input type="radio" name="language" checked> curl</label>
    <label><input type="radio" name="language" id="typescript"> TypeScript</label>
  </div>
  ${examplesOf(operation).map(
    (example) => html`
  <figure>
    <figcaption>${inline(example.summary)} <button type="button" class="copy">Copy</button></figcaption>
    <pre class="curl"><code>${commandOf(url + path, token, example)}</code></pre>
    <pre class="typescript"><code>${program(operationId, url, token, literal(example.value, shapeOf(contract, example.schema, '')))}</code></pre>
  </figure>`,
  )}
</div>`;
}

/**
 * A form that page.js sends to the server of this page, which forwards it to the service. Without page.js,
 * the browser would put the token into the address, so page.js enables the button.
 */
export function consoleForm(operation: NamedOperation, token: string): Html {
  const examples = examplesOf(operation);
  return html`
<form action="${operation.path}" data-method="${operation.method}">
  <h3>Try it</h3>
  <label>Example
    <select name="example">${examples.map(
      ({ summary, value }) => html`<option value="${exactJson(value, 2)}">${summary}</option>`,
    )}</select></label>
  <label>Token <input name="token" value="${token}" ${sendable} spellcheck="false" autocomplete="off"></label>
  <label>Content type <input name="contentType" value="${examples[0]?.contentType ?? ''}" ${sendable} spellcheck="false"></label>
  <label>Body <textarea name="body" rows="5" spellcheck="false">${exactJson(examples[0]?.value, 2)}</textarea></label>
  <noscript>The console needs JavaScript.</noscript>
  <button disabled>Send</button>
  <output><b></b> <span></span><pre></pre><pre></pre></output>
</form>`;
}

/** A header carries no other characters, so the browser refuses them. */
const sendable = trusted('pattern="[ -~]*" title="only ASCII characters"');

function examplesOf({ requestBody }: NamedOperation) {
  return Object.entries(requestBody.content).flatMap(([contentType, { schema, examples = {} }]) =>
    Object.values(examples).map((example) => ({ ...example, schema, contentType })),
  );
}

type Example = ReturnType<typeof examplesOf>[number];

function commandOf(url: string, token: string, { contentType, value }: Example): string {
  const body = exactJson(value).replaceAll("'", `'\\''`);
  return `curl ${url} \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: ${contentType}' \\
  -d '${body}'`;
}

function program(operation: string, url: string, token: string, plant: string): string {
  return `// npm run client -- DIR writes this package.
import { plantStoreClient } from ${literal('plant-store-client')};

const client = plantStoreClient({ url: ${literal(url)}, token: ${literal(token)} });
await client.${operation}(${plant});`;
}

/** A value as TypeScript. Only an int64 is a bigint there. */
function literal(value: unknown, shape?: Shape): string {
  if (typeof value === 'string') {
    return `'${JSON.stringify(value).slice(1, -1).replaceAll("'", "\\'")}'`;
  }
  if (Array.isArray(value)) {
    return `[${value.map((item) => literal(item, shape?.items)).join(', ')}]`;
  }
  if (Object(value) !== value) return shape?.kind === 'int64' ? `${value}n` : `${value}`;
  const fields = Object.entries(value as object).map(([name, part]) => {
    const field = shape?.fields.find((known) => known.name === name);
    return `${name}: ${literal(part, field?.shape)}`;
  });
  return `{ ${fields.join(', ')} }`;
}
