import {
  type Answer,
  type Contract,
  failureTable,
  type NamedOperation,
  nameOf,
  type Reference,
  targetOf,
} from '../contract.ts';
import { type Shape, shapeOf } from '../shape.ts';
import { exactJson } from './call.ts';
import { type Html, heading, html, inline, markdown } from './html.ts';

type Answered = Answer & { readonly status: string; readonly anchor: string };

/** The answers of the function in detail, those of the gateway in one table. */
export function answers(contract: Contract, { operationId: id, responses }: NamedOperation): Html {
  const all = Object.entries(responses).map(([status, answer]): Answered => {
    const found = targetOf<Answer>(contract, answer);
    // An answer can have no body.
    return { ...found, status, anchor: `${id}-${status}`, content: found.content ?? {} };
  });
  const headers: Answer['headers'] = Object.assign({}, ...all.map((answer) => answer.headers));
  return html`
${all.filter((answer) => !isGateways(answer)).map((answer) => functionAnswer(contract, answer))}
${heading(3, `${id}-gateway`, 'Answers of the gateway')}
<table>
  <thead><tr><th>status</th><th>body</th><th>when</th></tr></thead>
  <tbody>${all.filter(isGateways).map(gatewayRow)}</tbody>
</table>
${heading(3, `${id}-headers`, 'Headers')}
<table>
  <thead><tr><th>header</th><th>meaning</th></tr></thead>
  <tbody>${Object.entries(headers).map(([name, header]) => {
    const { description } = targetOf(contract, header);
    return html`<tr><td><code>${name}</code></td><td>${inline(description)}</td></tr>`;
  })}</tbody>
</table>`;
}

/** An answer of the function has several examples, an answer of the gateway has one. */
function isGateways({ content }: Answer): boolean {
  return Object.values(content).every(({ example }) => example !== undefined);
}

function functionAnswer(contract: Contract, answer: Answered): Html {
  const { status, anchor, description, content } = answer;
  const media = Object.values(content);
  const examples = media.flatMap(({ examples: some = {} }) => Object.values(some));
  return html`
${heading(3, anchor, badge(status))}
${markdown(description)}
${media.map(({ schema }) => schemaTable(contract, schema))}
${status === '400' ? failures(contract) : examples.map(({ value }) => html`<pre><code>${exactJson(value)}</code></pre>`)}`;
}

function failures(contract: Contract): Html {
  return html`
<table>
  <thead><tr><th>error</th><th>meaning</th><th>client should</th></tr></thead>
  <tbody>${failureTable(contract).map(
    ({ error, meaning, advice, message }) => html`
    <tr id="error-${error}">
      <td><a href="#error-${error}"><code>${error}</code></a></td>
      <td>${inline(meaning)}<br><small>for example “${message}”</small></td>
      <td>${advice}</td>
    </tr>`,
  )}</tbody>
</table>`;
}

function gatewayRow({ status, anchor, description, content }: Answered): Html {
  return html`
<tr id="${anchor}">
  <td><a href="#${anchor}">${badge(status)}</a></td>
  <td>${Object.values(content).map(({ example }) => html`<code>${breakable(exactJson(example))}</code>`)}</td>
  <td>${inline(description)}</td>
</tr>`;
}

/** A phone breaks the line after a name, and not in a word. */
function breakable(json: string): Html {
  return html`${json.split(/(?<=:)/).map((part) => html`${part}<wbr>`)}`;
}

function badge(status: string): Html {
  return html`<code class="badge status-${status.charAt(0)}">${status}</code>`;
}

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
