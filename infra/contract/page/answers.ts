import {
  type Answer,
  type Contract,
  type Header,
  type Operation,
  resolve,
  schemasOf,
} from '../contract.ts';
import { failureTable } from '../failure-table.ts';
import { exampleFigures } from './examples.ts';
import { type Html, html, inline, markdown } from './html.ts';
import { schemaTable } from './schema-table.ts';

/** All answers: the function's in detail, the gateway's own in one table. */
export function answersSection(contract: Contract, { responses }: Operation): Html {
  const answers = Object.entries(responses).map(
    ([status, answer]): Answered => [status, resolve<Answer>(contract, answer)],
  );
  const own = answers.filter(([, answer]) => !isGateways(answer));
  const gateway = answers.filter(([, answer]) => isGateways(answer));
  return html`
<h3>Answers</h3>
${own.map(([status, answer]) => answerPart(contract, status, answer))}
<h4>The gateway's own</h4>
<table>
  <thead><tr><th>status</th><th>body</th><th>when</th></tr></thead>
  <tbody>${gateway.map(gatewayRow)}</tbody>
</table>`;
}

type Answered = [status: string, answer: Answer];

function mediaOf({ content }: Answer) {
  return Object.values(content);
}

// The function's answers have many examples, each of the gateway's has one.
function isGateways(answer: Answer) {
  return mediaOf(answer).every(({ example }) => example !== undefined);
}

function answerPart(contract: Contract, status: string, answer: Answer): Html {
  return html`
<h4><code class="status-${status.charAt(0)}">${status}</code></h4>
${markdown(answer.description)}
${mediaOf(answer)
  .flatMap(schemasOf)
  .map((schema) => schemaTable(contract, schema))}
${status === '400' ? failures(contract) : mediaOf(answer).map(({ examples = {} }) => exampleFigures(examples))}
<table>
  <thead><tr><th>header</th><th></th></tr></thead>
  <tbody>${Object.entries(answer.headers).map(
    ([name, header]) =>
      html`<tr><td><code>${name}</code></td><td>${inline(resolve<Header>(contract, header).description)}</td></tr>`,
  )}</tbody>
</table>`;
}

function failures(contract: Contract): Html {
  return html`
<table>
  <thead><tr><th>error</th><th>meaning</th><th>client should</th></tr></thead>
  <tbody>${failureTable(contract).map(
    ({ error, meaning, advice, message }) => html`
    <tr>
      <td><code>${error}</code></td>
      <td>${inline(meaning)}<br><small>${message}</small></td>
      <td>${advice}</td>
    </tr>`,
  )}</tbody>
</table>`;
}

function gatewayRow([status, answer]: Answered): Html {
  return html`
<tr>
  <td><code class="status-${status.charAt(0)}">${status}</code></td>
  <td>${mediaOf(answer).map(({ example }) => html`<code>${JSON.stringify(example)}</code>`)}</td>
  <td>${inline(answer.description)}</td>
</tr>`;
}
