import { isToken, withChecksum } from '../../../functions/authorize/token.ts';
import { tokenPrefix } from '../../../functions/service.ts';
import { digestOfPromises } from '../../contract/promises.ts';
import { UsageError } from '../../shared/usage-error.ts';
import { articleOf, capitalized, currentNoun, type Noun } from './noun.ts';
import { isOfRename, withoutRename } from './without-rename.ts';

/** The text of each file, by its path. */
export type Files = ReadonlyMap<string, string>;

/** All files under the new noun, without this command. */
export function renamedFiles(files: Files, noun: Noun): Files {
  const kept = new Map([...files].filter(([path]) => !isOfRename(path)));
  refuseCollisions(kept, noun);
  const renamed = [...kept].map(([path, text]) => {
    const words = withNoun(withTokens(withoutRename(path, text), noun), noun);
    return [withNoun(path, noun), words] as const;
  });
  return withDigests(new Map(renamed), kept, noun);
}

/**
 * The text with the new noun, also in longer names: createPlant, PLANTS_TABLE_NAME, plant-store. Words that only
 * contain the noun stay, for example implant and plantation.
 */
export function withNoun(text: string, noun: Noun): string {
  const newForm = new Map<string, string>();
  for (const form of ['one', 'many'] as const) {
    const [from, to] = [currentNoun[form], noun[form]];
    newForm.set(from, to);
    newForm.set(capitalized(from), capitalized(to));
    newForm.set(from.toUpperCase(), to.toUpperCase());
  }
  // The plural first, because it can begin as the noun does.
  const small = `${currentNoun.many}|${currentNoun.one}`;
  const large = `${capitalized(currentNoun.many)}|${capitalized(currentNoun.one)}`;
  const capitals = small.toUpperCase();
  // Finds plant, plant-store and plantStore, but not implant or plantation. In '\nplant', the n is no letter of the word.
  const startOfWord = String.raw`(?:(?<![a-z])|(?<=\\[bnrt]))`;
  const smallName = `${startOfWord}(?:${small})(?![a-z])`;
  // Finds Plant and createPlant, but not Plantation.
  const largeName = `(?:${large})(?![a-z])`;
  // Finds PLANTS_TABLE_NAME.
  const constantName = `(?<![A-Z])(?:${capitals})(?![A-Z])`;
  const name = new RegExp(`${smallName}|${largeName}|${constantName}`, 'g');
  const replaced = text.replace(name, (word) => newForm.get(word) ?? word);
  return withArticles(replaced, noun);
}

/**
 * "a" or "an" before the noun: a invoice becomes an invoice. The two words can also be on two lines of a comment, have
 * a quote between them, or be in an anchor: a-invoice becomes an-invoice.
 */
function withArticles(text: string, noun: Noun): string {
  const between = /(?:\s+(?:(?:\*|\/\/|#|>)\s+)?[`'"*_[(]*|-)/.source;
  const next = `(?:${noun.one}|${capitalized(noun.one)})(?![a-z])`;
  const article = new RegExp(`\\b([Aa])n?(${between})(?=${next})`, 'g');
  return text.replace(article, articleOf(noun) === 'an' ? '$1n$2' : '$1$2');
}

/** The tokens get the new prefix and its checksum. One that is malformed stays malformed. */
function withTokens(text: string, { one }: Noun): string {
  const tokens = text.match(new RegExp(`\\b${tokenPrefix}[0-9A-Za-z]+`, 'g')) ?? [];
  return [...new Set(tokens)].filter(isToken).reduce((changed, token) => {
    const renamed = withChecksum(token.slice(0, -6).replace(tokenPrefix, `${one}_`));
    const lastFour = (of: string) => `"lastFour": "${of.slice(-4)}"`;
    return changed.replaceAll(token, renamed).replaceAll(lastFour(token), lastFour(renamed));
  }, text);
}

/** The digest of each released contract is written in a test. */
function withDigests(renamed: Files, files: Files, noun: Noun): Files {
  const contracts = [...files].filter(([path]) => /^docs\/contracts\/.+\.yaml$/.test(path));
  const digests = contracts.map(([path, text]) => {
    const after = renamed.get(withNoun(path, noun)) ?? '';
    return [digestOfPromises(text), digestOfPromises(after)] as const;
  });
  const withNew = (text: string) =>
    digests.reduce((changed, [before, after]) => changed.replaceAll(before, after), text);
  return new Map([...renamed].map(([path, text]) => [path, withNew(text)]));
}

/** No two files, scripts, or names in a source may get the same name. */
function refuseCollisions(files: Files, noun: Noun): void {
  const paths = [...files.keys()];
  // Windows and macOS do not tell a small letter from a capital.
  refuseCollision('the repository', paths, (path) => withNoun(path.toLowerCase(), noun));
  const places = [
    ['package.json', scriptsIn(files.get('package.json'))] as const,
    ...paths.filter(isSource).map((path) => [path, namesIn(files.get(path) ?? '')] as const),
  ];
  for (const [place, names] of places) {
    refuseCollision(place, names, (name) => withNoun(name, noun));
  }
}

function refuseCollision(
  place: string,
  names: readonly string[],
  newNameOf: (name: string) => string,
): void {
  const owners = new Map<string, string>();
  for (const name of names) {
    const newName = newNameOf(name);
    const owner = owners.get(newName) ?? name;
    if (owner !== name) {
      throw new UsageError(
        `${owner} and ${name} would have the same name in ${place}. Choose another noun.`,
      );
    }
    owners.set(newName, name);
  }
}

function isSource(path: string): boolean {
  return /\.[cm]?ts$|\.[cm]?js$/.test(path);
}

function scriptsIn(packageJson = '{}'): string[] {
  return Object.keys(Object(JSON.parse(packageJson).scripts));
}

const textOrComment =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/.*|\/\*[\s\S]*?\*\//g;

/** The names in a source. Comments, sentences and paths have words that name nothing. */
function namesIn(source: string): string[] {
  const code = source.replace(textOrComment, (part) =>
    part.startsWith('`') || !/[ /]/.test(part) ? part : '',
  );
  return [...new Set(code.match(/[A-Za-z_$][\w$-]*/g))];
}
