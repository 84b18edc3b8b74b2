import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: { readonly name?: string };
}

const thisProject = dirname(dirname(import.meta.dirname));

/** Licences that only require that their text is passed on with the code. */
const allowed = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** Every package of a bundle's files with its licence, which has to be passed on with the code. */
export function thirdPartyNotices(files: readonly string[], project = thisProject): string {
  // Each file is in the innermost `node_modules/name` or `node_modules/@scope/name`.
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []);
  const packages = [...new Set(folders)]
    .toSorted()
    .map((folder) => noticeOf(join(project, folder)));
  const sections = Map.groupBy(packages, ({ text }) => text);
  return [...sections]
    .map(([text, those]) => `${those.map(({ title }) => title).join('\n')}\n\n${text}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function noticeOf(folder: string): { title: string; text: string } {
  const described: Package = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version, license = 'none' } = described;
  if (!allowed.includes(license)) {
    throw new Error(`${name} would be bundled, but its licence ${license} is not an allowed one`);
  }
  const licences = textsOf(folder, /^(licen[cs]e|copying)\b/i);
  if (licences.length === 0) licences.push(textOfMit(described));
  const text = [...licences, ...textsOf(folder, /^notice\b/i)].join('\n\n');
  return { title: `${name} ${version} (${license})`, text };
}

function textsOf(folder: string, kind: RegExp): string[] {
  const files = readdirSync(folder).filter((file) => kind.test(file));
  return files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8').trim());
}

/** For packages that name their licence but do not contain it: the text of this project's, with their author. */
function textOfMit({ name, license, author }: Package): string {
  if (license !== 'MIT' || author?.name === undefined) {
    throw new Error(`${name} would be bundled, but comes without the text of its licence`);
  }
  const text = readFileSync(join(thisProject, 'LICENSE'), 'utf8').trim();
  return text.replace(/(?<=^Copyright \(c\) ).*$/m, author.name);
}
