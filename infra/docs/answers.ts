import {
  type Answer,
  type Contract,
  type Header,
  type Operation,
  resolve,
} from '../contract/contract.ts';
import { failureTable } from '../contract/failure-table.ts';
import { exampleFigures } from './examples.ts';
import { type Html, html, inline, markdown } from './html.ts';
import { schemaTable } from './schema-table.ts';

/** What may come back: the function's answers at length, the gateway's own in one table. */
export const answersSection = (contract: Contract, { responses }: Operation): Html => {
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
};

type Answered = [status: string, answer: Answer];

const mediaOf = ({ content }: Answer) => Object.values(content);

// The function's answers have many examples, the gateway's one.
const isGateways = (answer: Answer) =>
  mediaOf(answer).every(({ example }) => example !== undefined);

const answerPart = (contract: Contract, status: string, answer: Answer): Html => html`
<h4><code class="status-${status.charAt(0)}">${status}</code></h4>
${markdown(answer.description)}
${mediaOf(answer).map(({ schema }) => schemaTable(contract, schema))}
${status === '400' ? failures(contract) : mediaOf(answer).map(({ examples = {} }) => exampleFigures(examples))}
<table>
  <thead><tr><th>header</th><th></th></tr></thead>
  <tbody>${Object.entries(answer.headers).map(
    ([name, header]) =>
      html`<tr><td><code>${name}</code></td><td>${inline(resolve<Header>(contract, header).description)}</td></tr>`,
  )}</tbody>
</table>`;

const failures = (contract: Contract): Html => html`
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

const gatewayRow = ([status, answer]: Answered): Html => html`
<tr>
  <td><code class="status-${status.charAt(0)}">${status}</code></td>
  <td>${mediaOf(answer).map(({ example }) => html`<code>${JSON.stringify(example)}</code>`)}</td>
  <td>${inline(answer.description)}</td>
</tr>`;
