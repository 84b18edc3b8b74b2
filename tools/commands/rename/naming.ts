import { alphabet, lastFour, withChecksum } from '../../../functions/authorize/token.ts';

/** Replaces a noun, its plural, its article and the tokens that begin with it. */
export function naming(
  from: string,
  to: string,
  texts: readonly string[],
): (text: string) => string {
  const pairs = new Map<string, string>();
  for (const form of [(word: string) => word, capital, (word: string) => word.toUpperCase()]) {
    pairs.set(form(from), form(to)).set(form(pluralOf(from)), form(pluralOf(to)));
  }
  const smallWords = `${pluralOf(from)}|${from}`;
  const words = `(?:${pluralOf(capital(from))}|${capital(from)})(?![a-z])|(?:${smallWords.toUpperCase()})(?![A-Z])`;
  // Not as a part of another word, but after "#create", "%2f" and "\\b".
  const noun = `(?:(?<=#[a-z-]*)|(?<!(?<!%[0-9a-f]|%25[0-9a-f]|\\\\)[a-z]))(?:${smallWords})(?![a-z])|${words}`;
  const article = new RegExp(`\\b([Aa])n?(?= ["'\`*([]*(?:${noun}))`, 'g');
  const token = new RegExp(`\\b${from}_[0-9A-Za-z]{49}\\b`, 'g');
  const tokens = new Set(texts.flatMap((text) => text.match(token) ?? []));
  const ends = new Map(
    [...tokens].map((text) => [lastFour(text), lastFour(newToken(text, from, to))]),
  );
  return (text) =>
    text
      .replace(token, (found) => newToken(found, from, to))
      .replace(/(?<=["'`…])[0-9A-Za-z]{4}(?![0-9A-Za-z])/g, (end) => ends.get(end) ?? end)
      .replace(article, (_, a: string) => (/^[aeiou]/.test(to) ? `${a}n` : a))
      .replace(new RegExp(noun, 'g'), (word) => pairs.get(word) ?? word);
}

/** The same random part, with a right checksum if it was right, and otherwise with a wrong one. */
function newToken(token: string, from: string, to: string): string {
  const renamed = withChecksum(`${to}${token.slice(from.length, -6)}`);
  if (withChecksum(token.slice(0, -6)) === token) return renamed;
  const other = alphabet[(alphabet.indexOf(renamed.slice(-1)) + 1) % alphabet.length];
  return renamed.slice(0, -1) + other;
}

/** New identifiers that some code uses already, for something else. */
export function takenIdentifiers(
  texts: readonly (readonly [path: string, text: string])[],
  named: (text: string) => string,
): string[] {
  const noCode = /\/\/.*|\/\*[\s\S]*?\*\/|'[^'\n]*'|"[^"\n]*"|`[^`]*`/g;
  const code = texts.filter(([path]) => /\.[cm]?[jt]s$/.test(path)).map(([, text]) => text);
  const used = new Set(code.flatMap((text) => text.replace(noCode, '').match(/[\w$]+/g) ?? []));
  return [...used].filter((name) => named(name) !== name && used.has(named(name))).map(named);
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function pluralOf(word: string): string {
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}
