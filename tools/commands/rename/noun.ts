import { Script } from 'node:vm';
import { functions, routes, tables, tokenPrefix } from '../../../functions/service.ts';
import { UsageError } from '../../shared/usage-error.ts';

/** What the service stores, in small letters. */
export interface Noun {
  readonly one: string;
  readonly many: string;
}

/**
 * The noun that this service has now. The prefix has the singular alone, and the path has the plural alone. Both are
 * as they came, because a service is renamed before anything else is changed.
 */
export const currentNoun: Noun = {
  one: tokenPrefix.replace(/_$/, ''),
  many: routes[0].path.replace('/', ''),
};

/** The noun that the user gave, perhaps with its plural. */
export function readNoun([one, many = pluralOf(one ?? ''), ...others]: readonly string[]): Noun {
  if (one === undefined || others.length > 0) {
    throw new UsageError('Give one noun, and its plural if that has no usual form. Try --help.');
  }
  for (const word of [one, many]) refuseWord(word);
  if (many === one) throw new UsageError(`${one} needs a plural that differs from it.`);
  if (many[0] !== one[0]) throw new UsageError(`${many} is no plural of ${one}.`);
  return { one, many };
}

function refuseWord(word: string): void {
  // A longer noun would make lines of documents and names in AWS too long.
  if (!/^[a-z]{2,20}$/.test(word)) {
    throw new UsageError(`${JSON.stringify(word)} is not a word of 2 to 20 letters from a to z.`);
  }
  if ([currentNoun.one, currentNoun.many].includes(word)) {
    throw new UsageError(`${word} is the name already.`);
  }
  if (wordsOfService.includes(word)) {
    throw new UsageError(
      `The service already has something with the name ${word}. Choose another noun.`,
    );
  }
  // Variables and types get these names.
  const isTaken = [word, capitalized(word)].some((name) => name in globalThis);
  if (isTaken || !isVariable(word)) {
    throw new UsageError(`${word} means something to JavaScript. Choose another noun.`);
  }
}

/** The words of its functions and tables, such as `probe` and `tokens`. Texts would mix them up with the noun. */
const wordsOfService = Object.keys({ ...functions, ...tables }).flatMap((name) =>
  name.split(/(?=[A-Z])/).map((word) => word.toLowerCase()),
);

function isVariable(word: string): boolean {
  try {
    new Script(`'use strict'; let ${word}`);
    return word !== 'await';
  } catch {
    return false;
  }
}

/** The plural of a noun that has a usual one. */
function pluralOf(one: string): string {
  if (/(?:[sxz]|[cs]h)$/.test(one)) return `${one}es`;
  return /[^aeiou]y$/.test(one) ? one.replace(/y$/, 'ies') : `${one}s`;
}

// By its sound: an hour and an umbrella, but a user, a unit and a euro.
const beginsWithVowel =
  /^(?:[aio]|e(?!u|we)|u(?!ni|s[aeu]|t[ei]|r[aei])|h(?:our|eir|onest|onou?r))/;

export function articleOf({ one }: Noun): 'a' | 'an' {
  return beginsWithVowel.test(one) ? 'an' : 'a';
}

export function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
