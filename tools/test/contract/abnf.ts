const token = /\d*\*\d*|\d+(?=[\w(["])|"[^"]*"|%x[\dA-F-]+|[\w-]+|[()[\]/]/g;

/**
 * A grammar of a standard (https://www.rfc-editor.org/rfc/rfc5234) as a regular expression for the whole texts of one of
 * its rules. A rule begins at the start of a line. None can be a part of itself.
 */
export function textsOf(ruleName: string, abnf: string): RegExp {
  const rules = new Map(
    abnf.split(/\n(?=\S)/).map((rule) => {
      const [, name = '', elements = ''] = /^(\S+) += +([\s\S]+)$/.exec(rule) ?? [];
      return [name.toLowerCase(), elements] as const;
    }),
  );
  const patternOf = (name: string): string => {
    const elements = rules.get(name.toLowerCase());
    if (elements === undefined) throw new Error(`The grammar has no rule ${name}`);
    return groupOf(elements.match(token) ?? [], patternOf);
  };
  return new RegExp(`^${patternOf(ruleName)}$`);
}

/** The pattern of the tokens up to the end of their group, which it takes away. */
function groupOf(tokens: string[], patternOf: (name: string) => string): string {
  let pattern = '';
  let count = '';
  for (let next = tokens.shift(); next !== undefined; next = tokens.shift()) {
    if (next === ')' || next === ']') break;
    if (/^[\d*]/.test(next)) {
      // It stands before what it repeats.
      count = countOf(next);
    } else if (next === '/') {
      pattern += '|';
    } else {
      pattern += elementOf(next, tokens, patternOf) + count;
      count = '';
    }
  }
  return `(?:${pattern})`;
}

function elementOf(first: string, tokens: string[], patternOf: (name: string) => string): string {
  if (first === '(') return groupOf(tokens, patternOf);
  if (first === '[') return `(?:${groupOf(tokens, patternOf)}?)`;
  if (first.startsWith('"')) return lettersOf(first.slice(1, -1));
  if (first.startsWith('%x')) {
    const [low = '', high = low] = first.slice(2).split('-');
    return `[\\x${low}-\\x${high}]`;
  }
  return patternOf(first);
}

/** `2DIGIT`, `1*DIGIT`, `*6( … )`. */
function countOf(repeat: string): string {
  const [least = '', most = least] = repeat.split('*');
  return `{${least || 0},${most}}`;
}

/** A text means both cases of its letters. */
function lettersOf(text: string): string {
  const both = text.replaceAll(/[^\w]/g, '\\$&');
  return `(?:${both.replaceAll(/[a-z]/gi, (one) => `[${one.toLowerCase()}${one.toUpperCase()}]`)})`;
}
