import { type Contract, nameOf, type Reference, resolve, type Schema } from '../contract.ts';
import { type Html, html, inline } from './html.ts';

export function schemaTable(contract: Contract, reference: Reference): Html {
  return html`
<table>
  <caption><code>${nameOf(reference)}</code> ${resolve<Schema>(contract, reference).description ?? ''}</caption>
  <thead><tr><th>field</th><th>type</th><th>description</th></tr></thead>
  <tbody>${fieldsOf(contract, reference).map(row)}</tbody>
</table>`;
}

interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** The fields of an object and of its parts (allOf). */
export function fieldsOf(contract: Contract, of: Schema | Reference): Field[] {
  const { properties = {}, required = [], allOf = [] } = resolve<Schema>(contract, of);
  const own = Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema,
  }));
  return [...own, ...allOf.flatMap((part) => fieldsOf(contract, part))];
}

function row({ name, required, schema }: Field): Html {
  return html`
<tr>
  <td><code>${name}</code></td>
  <td class="type">${schema.type ?? ''}${schema.format ? html`, ${schema.format}` : ''}<br>
    <small>${required ? 'required' : 'optional'}</small></td>
  <td>${inline(schema.description ?? '')}${bounds(schema)}</td>
</tr>`;
}

function bounds({ minimum, maximum }: Schema): Html | string {
  return minimum === undefined || maximum === undefined
    ? ''
    : html`<br><small>from <code>${minimum}</code> to <code>${maximum}</code></small>`;
}
