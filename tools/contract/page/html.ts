/** Text that is HTML already. A plain string is not HTML, so it is escaped. */
export interface Html {
  readonly html: string;
}

/** `false` renders as nothing. */
type Part = Html | string | number | bigint | false | readonly Part[];

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return {
    html: strings.reduce(
      (before, after, index) => before + render(parts[index - 1] ?? false) + after,
    ),
  };
}

export function trusted(text: string): Html {
  return { html: text };
}

/** A heading that others can link to. */
export function heading(level: 2 | 3, id: string, content: Part): Html {
  const tag = trusted(`h${level}`);
  return html`<${tag} id="${id}"><a href="#${id}">${content}</a></${tag}>`;
}

/** The Markdown that descriptions use: paragraphs, and code between backticks. */
export function markdown(text: string): Html {
  return html`${text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;
}

export function inline(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function render(part: Part): string {
  if (part === false) return '';
  if (Array.isArray(part)) return part.map(render).join('');
  if (typeof part === 'object') return (part as Html).html;
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
