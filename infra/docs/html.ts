/** Text that is HTML already; a plain string is not, and is escaped where it is put into some. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | bigint | readonly Part[];

export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  html: strings.reduce((before, after, index) => before + render(parts[index - 1] ?? '') + after),
});

export const trusted = (text: string): Html => ({ html: text });

/** What a description needs of Markdown: paragraphs, and code between backticks. */
export const markdown = (text: string): Html =>
  html`${text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;

export const inline = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;

const render = (part: Part): string => {
  if (Array.isArray(part)) return part.map(render).join('');
  if (typeof part === 'object') return (part as Html).html;
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
};
