import { readFileSync } from 'node:fs';
import { type Contract, type Operation, schemasOf } from '../contract.ts';
import { answersSection } from './answers.ts';
import { consoleSection } from './console.ts';
import { exampleFigures } from './examples.ts';
import { type Html, html, inline, markdown, trusted } from './html.ts';
import { schemaTable } from './schema-table.ts';

function asset(name: string): Html {
  return trusted(readFileSync(new URL(name, import.meta.url), 'utf8'));
}

/** The page loads nothing, and sends requests only to its own server. */
export const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'";

const noConsole = markdown('`npm start` serves this page with a console that sends requests.');

/** The contract as one page without other files; with a token, it has a console. */
export function docsPage(contract: Contract, token?: string): string {
  const { info, servers, paths, components } = contract;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  ${trusted(generator)}
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
  <title>${info.title} ${info.version}</title>
  <style>${asset('page.css')}</style>
</head>
<body>
<header>
  <h1>${info.title} <small>${info.version}</small></h1>
  <p class="lead">${info.summary}</p>
  ${markdown(info.description)}
</header>
<main>
  <section>
    <h2>Where</h2>
    <table><tbody>${servers.map(
      ({ url, description }) =>
        html`<tr><td><code>${url}</code></td><td>${inline(description)}</td></tr>`,
    )}</tbody></table>
  </section>
  <section>
    <h2>Who</h2>
    ${Object.values(components.securitySchemes).map(
      ({ bearerFormat, description }) =>
        html`${markdown(description)}<pre><code>${bearerFormat}</code></pre>`,
    )}
  </section>
  ${operations.map(
    ({ path, method, operation }) => html`
  <section>
    <h2><code class="method">${method.toUpperCase()}</code> <code>${path}</code></h2>
    <p class="lead">${operation.summary}</p>
    ${markdown(operation.description)}
    ${request(contract, operation)}
    ${token === undefined ? noConsole : consoleSection(path, operation, token)}
    ${answersSection(contract, operation)}
  </section>`,
  )}
</main>
${token === undefined ? '' : html`<script>${asset('page.js')}</script>`}
</body>
</html>
`.html;
}

const generator = '<meta name="generator" content="plant-store docs">';

/** Whether a file is such a page, which can be written again. */
export function isDocsPage(text: string): boolean {
  return text.includes(generator);
}

function request(contract: Contract, { requestBody }: Operation): Html {
  return html`
<h3>Request</h3>
${markdown(requestBody.description)}
${Object.values(requestBody.content).map(
  (media) =>
    html`${schemasOf(media).map((schema) => schemaTable(contract, schema))}${exampleFigures(media.examples ?? {})}`,
)}`;
}
