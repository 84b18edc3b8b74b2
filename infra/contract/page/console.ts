import type { Operation } from '../contract.ts';
import { readableJson } from './examples.ts';
import { type Html, html } from './html.ts';

/** A form that page.js sends to the server of this page, which forwards it to the service. */
export function consoleSection(path: string, { requestBody }: Operation, token: string): Html {
  const [[contentType, { examples = {} }] = ['', {}]] = Object.entries(requestBody.content);
  const [first] = Object.values(examples);
  return html`
<form action="${path}" id="console">
  <h3>Try it</h3>
  <label>Example
    <select name="example">${Object.values(examples).map(
      ({ summary, value }) => html`<option value="${readableJson(value)}">${summary}</option>`,
    )}</select></label>
  <label>Token <input name="token" value="${token}" spellcheck="false" autocomplete="off"></label>
  <label>Content type <input name="contentType" value="${contentType}" spellcheck="false"></label>
  <label>Body <textarea name="body" rows="6" spellcheck="false">${readableJson(first?.value)}</textarea></label>
  <button>Send</button>
  <output></output>
</form>`;
}
