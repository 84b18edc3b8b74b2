import { readFileSync } from 'node:fs';
import { type Contract, type NamedOperation, operationOf } from '../contract.ts';
import { callExamples, consoleForm } from './call.ts';
import { type Html, heading, html, inline, markdown, trusted } from './html.ts';
import { answers, schemaTable } from './tables.ts';

/** A running service, to which the page sends requests. */
export interface Service {
  readonly url: string;
  /** Empty if no token is known. */
  readonly token: string;
}

/** The page loads nothing, and sends requests only to its own server. */
export const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; connect-src 'self'";

const generator = '<meta name="generator" content="plant-store docs">';

/** Whether a file is such a page, so that it can be replaced. */
export function isDocsPage(text: string): boolean {
  return text.includes(generator);
}

/** The contract as one page without other files. With a service, it has a console. */
export function docsPage(contract: Contract, service?: Service): string {
  const { info, components } = contract;
  // The last server is this machine.
  const servers = contract.servers.map((server, index, { length }) =>
    index === length - 1 ? { ...server, ...service } : server,
  );
  const operation = operationOf(contract);
  const { method, path, operationId: id } = operation;
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  ${trusted(generator)}
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
  <title>${info.title} ${info.version}</title>
  <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
  <style>${asset('page.css')}</style>
</head>
<body>
<header>
  <h1>${info.title} <small>${info.version}</small></h1>
  <nav aria-label="Contents">
    <a href="#${id}">${method} ${path}</a>
    <a href="#${id}-request">Request</a>
    <a href="#${id}-answers">Answers</a>
    <a href="#${id}-400">Errors</a>
    <a href="#authentication">Authentication</a>
    <a href="#servers">Servers</a>
    ${service !== undefined && html`<a href="openapi.yaml">openapi.yaml</a>`}
  </nav>
</header>
<main>
  ${operationSection(contract, operation, service)}
  <section>
    ${heading(2, 'authentication', 'Authentication')}
    ${Object.values(components.securitySchemes).map(
      ({ bearerFormat, description }) =>
        html`${markdown(description)}<pre><code>${bearerFormat}</code></pre>`,
    )}
  </section>
  <section>
    ${heading(2, 'servers', 'Servers')}
    <dl>${servers.map(
      ({ url, description }) => html`<dt><code>${url}</code></dt><dd>${inline(description)}</dd>`,
    )}</dl>
  </section>
</main>
<script>${asset('page.js')}</script>
</body>
</html>
`.html;
}

function operationSection(
  contract: Contract,
  operation: NamedOperation,
  service: Service | undefined,
): Html {
  const { method, path, operationId: id, summary, description, requestBody } = operation;
  const { url, token } = service ?? { url: contract.servers.at(-1)?.url ?? '', token: '' };
  const about = markdown(contract.info.description);
  return html`
<section>
  <h2 id="${id}"><b class="badge">${method}</b> ${path}</h2>
  <p>${summary}.</p>
  <div class="columns">
    ${callExamples(contract, operation, url, token || 'plant_…')}
    ${service === undefined ? html`<div>${about}${noConsole}</div>` : consoleForm(operation, token)}
  </div>
  ${service !== undefined && about}
</section>
<section>
  ${heading(2, `${id}-request`, 'Request')}
  ${markdown(description)}
  ${markdown(requestBody.description)}
  ${Object.values(requestBody.content).map(({ schema }) => schemaTable(contract, schema))}
</section>
<section>
  ${heading(2, `${id}-answers`, 'Answers')}
  ${answers(contract, operation)}
</section>`;
}

const noConsole = markdown('`npm start` serves this page with a console that sends requests.');

function asset(name: string): Html {
  return trusted(readFileSync(new URL(name, import.meta.url), 'utf8'));
}

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#2e8b50" d="M14 1C6 1 2 5 2 10q0 2 1 3L1 15h2l1-1q1 1 3 1c5 0 8-5 7-14ZM4 12Q6 8 10 6"/></svg>';
