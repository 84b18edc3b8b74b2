import { type Contract, nameOf, type Reference, resolve, type Schema } from '../contract.ts';
import { type Html, html, inline } from './html.ts';

export function schemaTable(contract: Contract, reference: Reference): Html {
  return html`
<table>
  <caption><code>${nameOf(reference)}</code> ${resolve<Schema>(contract, reference).description ?? ''}</caption>
  <thead><tr><th>field</th><th>type</th><th>description</th></tr></thead>
  <tbody>${rows(contract, reference)}</tbody>
</table>`;
}

/** The fields of an object and of its parts (allOf). */
function rows(contract: Contract, of: Schema | Reference): Html[] {
  const { properties = {}, required = [], allOf = [] } = resolve<Schema>(contract, of);
  const own = Object.entries(properties).map(
    ([name, { type = '', format, description = '', minimum, maximum }]) => html`
<tr>
  <td><code>${name}</code></td>
  <td class="type">${type}${format ? `, ${format}` : ''}<br>
    <small>${required.includes(name) ? 'required' : 'optional'}</small></td>
  <td>${inline(description)}${
    minimum !== undefined &&
    maximum !== undefined &&
    html`<br><small>from <code>${minimum}</code> to <code>${maximum}</code></small>`
  }</td>
</tr>`,
  );
  return [...own, ...allOf.flatMap((part) => rows(contract, part))];
}
