import { type Contract, nameOf, type Reference } from '../contract.ts';
import { type Shape, shapeOf } from '../shape.ts';
import { type Html, html, inline } from './html.ts';

export function schemaTable(contract: Contract, reference: Reference): Html {
  const name = nameOf(reference);
  const shape = shapeOf(contract, reference, name);
  return html`
<table>
  <caption><code>${name}</code> ${shape.description ?? ''}</caption>
  <thead><tr><th>field</th><th>type</th><th>description</th></tr></thead>
  <tbody>${rows(shape)}</tbody>
</table>`;
}

/** The fields of an object and of the values in it, such as `lines` and `lines[].sku`. */
function rows({ fields, items }: Shape, path = ''): Html[] {
  const below = items === undefined ? [] : rows(items, `${path.slice(0, -1)}[].`);
  return [
    ...below,
    ...fields.flatMap(({ name, isRequired, shape }) => [
      html`
<tr>
  <td><code>${path}${name}</code></td>
  <td class="type">${typeOf(shape)}<br>
    <small>${isRequired ? 'required' : 'optional'}</small></td>
  <td>${inline(shape.description ?? '')}${limitsOf(shape)}</td>
</tr>`,
      ...rows(shape, `${path}${name}.`),
    ]),
  ];
}

function typeOf({ kind, limits, items }: Shape): string {
  if (items !== undefined) return `array of ${typeOf(items)}`;
  return limits.format === undefined ? kind : `integer, ${limits.format}`;
}

/** The rules of a value and of the items of a list, if they have limits. */
function limitsOf({ rule, limits, items }: Shape): (Html | false)[] {
  const isLimited = Object.keys(limits).some((keyword) => /^(min|max|pattern|enum)/.test(keyword));
  const own = isLimited && html`<br><small>must be ${rule}</small>`;
  return [own, ...(items === undefined ? [] : limitsOf(items))];
}
