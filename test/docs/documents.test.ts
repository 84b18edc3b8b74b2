import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { RegionInfo } from 'aws-cdk-lib/region-info';
import { expect, it } from 'vitest';
import { failures } from '../../functions/create-plant/failure.ts';
import { memoryMegabytes, nodeMajor } from '../../infra/base.ts';
import { readSettings } from '../../infra/settings.ts';
import project from '../../package.json' with { type: 'json' };
import type { Answer } from '../../tools/contract/contract.ts';
import { exactJson } from '../../tools/contract/page/call.ts';
import { gatewayMessages } from '../../tools/local/gateway/http-answer.ts';
import { operation } from '../plants.ts';
import { resourcesOf, template } from '../synthesized.ts';
import { filesOf } from '../system.ts';
import { prices } from './cost/prices.ts';

const [readme = '', cost, decisions] = ['README', 'docs/COST', 'docs/DECISIONS'].map((name) =>
  readFileSync(`${name}.md`, 'utf8'),
);
const folders = '{docs,events,functions,infra,test,tools}';
const allFiles = filesOf(`{*,{.github,${folders.slice(1)}/**/*}`);
const documents = textsOf(`{*.md,.github/*.md,${folders}/**/*.md}`);
const code = textsOf(`{.ci/*,.github/workflows/*,${folders}/**/*.{ts,mjs,cjs,js,yaml}}`);

function textsOf(pattern: string) {
  return filesOf(pattern).map((file) => ({ file, text: readFileSync(file, 'utf8') }));
}

/** The anchors that GitHub makes of headings. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** Documents without their blocks of code. */
const prose = documents.map(({ file, text }) => {
  return { file, text: text.replace(/^( *)```.*?^\1```$/gms, '') };
});
const comments = code.map(({ file, text }) => {
  return { file, text: (text.match(/(?<!\S)(?:\/\/|\/?\*+|#) .*/g) ?? []).join('\n') };
});

/** Each match that is wrong, with its file. A pattern that finds nothing, or little, would prove nothing. */
function wrongOnes(
  texts: typeof prose,
  { pattern, least }: { pattern: RegExp; least: number },
  isRight: (found: string, file: string) => boolean,
): string[] {
  const found = texts.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([all, part = all]) => ({ file, part })),
  );
  expect(found.length).toBeGreaterThanOrEqual(least);
  return found
    .filter(({ file, part }) => !isRight(part, file))
    .map(({ file, part }) => `${file}: ${part}`);
}

it('README, COST and DECISIONS have the figures of the last benchmark', () => {
  const results = readFileSync('test/lab/bench/results/README.md', 'utf8');
  /** The cells after these. */
  const cells = (...first: (string | number)[]) => {
    const row = new RegExp(`^\\| +${first.join(' +\\| +')} +\\|(.+)\\|$`, 'm').exec(results);
    return row?.[1]?.split('|').map((cell) => cell.trim()) ?? [];
  };
  const sizes = [128, memoryMegabytes];
  const ratiosOf = (name: string) => sizes.map((size) => cells(name, size)[3]).join(' | ');
  const [small = 0, deployed = 0] = sizes.map((size) => Number(cells('ours', size)[1]));
  const [slow = 0, quick = 0] = sizes.map((size) => Number(cells(size)[0]));
  const dollars = [128, 256, 512, 1024].map((size) => cells(size)[2]).toSorted();
  const cold = Number(cells('ours', memoryMegabytes)[2]);
  const price = prices.gigabyteSecond * (memoryMegabytes / 1024) * cold;
  for (const words of [
    `| this service | ${ratiosOf('ours')} |`,
    `| hand-written SigV4, without SDK, middy, retries and validation | ${ratiosOf('hand-written SigV4')} |`,
    ` takes ${cells('ours', 128)[3]} of the time `,
    `a thousand cold starts of ${cold} ms cost ${price.toFixed(4)}.`,
    `From 128 to 1,024 MB the price is between ${dollars[0]} and ${dollars.at(-1)},`,
    `With ${memoryMegabytes} MB the first request is ${Math.round(small / deployed)} times faster than with 128 MB,`,
    ` other requests are ${Math.round(slow / quick)} times faster.`,
    ` ms of the ${cold} of a cold start.`,
  ])
    expect(readme + cost + decisions).toContain(words);
});

it('a document gives the settings of the stack', () => {
  const given = { pattern: /(?<=\scdk .*) -c (\w+)=/g, least: 15 };
  const settings = readSettings({});
  expect(wrongOnes(documents, given, (key) => Object.hasOwn(settings, key))).toEqual([]);
});

it('README sends the first example of the contract, and prints the first example of its answer', () => {
  const [shown = '', body = '', answer] =
    /^curl (\S+) (?:[^`]*?)-d '(.+)'\n```\n\n```json\n(.+)/m.exec(readme)?.slice(1) ?? [];
  const [sent, stored] = [operation.requestBody, operation.responses['200'] as Answer].map(
    ({ content }) => Object.values(content['application/json']?.examples ?? {})[0]?.value,
  );
  expect(shown).toBe(`http://127.0.0.1:3000${operation.path}`);
  expect([JSON.stringify(JSON.parse(body)), answer]).toEqual(
    [sent, stored].map((one) => exactJson(one)),
  );
});

it('the documents, package.json and the bundles have one Node, and README has the deployed memory', () => {
  expect(readme).toContain(`| 128 MB | ${memoryMegabytes} MB, deployed |`);
  for (const words of [
    `Node ${project.engines.node.replace('>=', '')} or later (Node ${nodeMajor} on macOS,`,
    `[an empty Node ${nodeMajor} alone]`,
    `- **Node ${nodeMajor}.** `,
  ])
    expect(readme + decisions).toContain(words);
  const { devDependencies, optionalDependencies } = project;
  for (const version of [devDependencies['@types/node'], ...Object.values(optionalDependencies)])
    expect(version).toMatch(new RegExp(`^${nodeMajor}\\.`));
});

it.each([
  ['CreatePlant', 'PutItem', 'create -- "one conditional<br>PutItem" --> plants'],
  ['Authorize', 'GetItem', 'authorize -- GetItem --> tokens'],
])('README shows what %s calls: %s', (name, operation, arrow) => {
  const policies = Object.entries(resourcesOf('AWS::IAM::Policy'));
  const own = policies.filter(([id]) => id.startsWith(`${name}Role`));
  expect(JSON.stringify(own).match(/(?<=dynamodb:)\w+/g)).toEqual([operation]);
  expect(readme).toContain(arrow);
});

it('a document links to what exists', () => {
  const links = { pattern: /\]\(((?!https:)[^)\s]+)\)/g, least: 100 };
  const wrong = wrongOnes(prose, links, (link, document) => {
    const [file, anchor] = link.split('#', 2);
    const target = file ? join(dirname(document), file) : document;
    if (!existsSync(target)) return false;
    return !anchor || anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
  });
  expect(wrong).toEqual([]);
});

it('a link with the name of a heading goes to that heading', () => {
  const links = { pattern: /\[([A-Z]\w+\]\(#[\w-]+)\)/g, least: 20 };
  const wrong = wrongOnes(prose, links, (link, document) => {
    const [heading = '', anchor] = link.toLowerCase().split('](#');
    return anchor === heading || !anchorsOf(readFileSync(document, 'utf8')).includes(heading);
  });
  expect(wrong).toEqual([]);
});

it('a document names statuses and errors that exist', () => {
  const codes = Object.values(failures).map(({ error }) => error);
  const known = [200, ...Object.keys(gatewayMessages), ...codes].map(String);
  const named = {
    pattern: /(?:answers?|answer is|answered|gets?|error|or) `?([1-9]\d\d\d?)\b(?![\d,.%]*[\d%])/g,
    least: 30,
  };
  const texts = [...prose, { file: 'openapi.yaml', text: readFileSync('openapi.yaml', 'utf8') }];
  expect(wrongOnes(texts, named, (code) => known.includes(code))).toEqual([]);
  const statuses = {
    pattern: /(?<![\w.,:/-])[45]\d\d(?![\w/-]|[.,]?\d| (?:[kKM]B|ms|%|levels|cold)\b)/g,
    least: 45,
  };
  // The documents of tests have other numbers.
  const ofService = texts.filter(({ file }) => !file.startsWith('test/'));
  expect(wrongOnes(ofService, statuses, (code) => known.includes(code))).toEqual([]);
  // From the first to the last one of all, or of those that a client can avoid.
  const avoidable = Object.values(failures).filter(({ level }) => level === 'info');
  const ranges = [codes, avoidable.map(({ error }) => error)].map(
    (all) => `${all[0]} to ${all.at(-1)}`,
  );
  const range = { pattern: /\b1\d{3} to 1\d{3}\b/g, least: 3 };
  expect(wrongOnes(texts, range, (found) => ranges.includes(found))).toEqual([]);
});

it('a document deploys the stack of a further region alone', () => {
  const deploys = { pattern: /npx cdk deploy ([^\n`]*PlantStore-[a-z]+-[a-z]+-\d)/g, least: 2 };
  expect(wrongOnes(documents, deploys, (words) => words.includes('--exclusively'))).toEqual([]);
});

it('a document, a comment and a message name commands that exist', () => {
  const commands = { pattern: /\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g, least: 100 };
  const texts = [...documents, ...comments, ...code.filter(({ file }) => !file.startsWith('test'))];
  const wrong = wrongOnes(texts, commands, (script) => Object.hasOwn(project.scripts, script));
  expect(wrong).toEqual([]);
});

// Not the part before a placeholder: `events/create-plant/NNNN-….json`, `functions/<operation>`.
const path = new RegExp(
  `(?<![\\w./@-])(?:${folders.slice(1, -1).replaceAll(',', '|')})/[\\w./-]*\\w(?![\\w…<*{-])`,
  'g',
);

it.each([
  ['document', prose, 100],
  ['comment', comments, 20],
])('a %s names paths that exist, with and without quotes', (_, texts, least) => {
  expect(wrongOnes(texts, { pattern: path, least }, existsSync)).toEqual([]);
});

// A name of AWS or of another tool: compare it with its documentation, then add it to the list.
it('a document names what is in the code, in the template or in the list, and the list has no others', () => {
  const words = (text: string) => text.match(/[A-Za-z_][\w-]*\w/g) ?? [];
  const spans = prose.filter(({ file }) => !file.startsWith('test/lab'));
  const named = new Set([
    ...spans.flatMap(({ text }) => (text.match(/`[^`\n]+`/g) ?? []).flatMap(words)),
    ...documents.flatMap(({ text }) => text.match(/\b[A-Z]+_[A-Z_]+\b/g) ?? []),
  ]);
  expect(named.size).toBeGreaterThan(400);
  const sources = [
    ...code.filter(({ file }) => !/^(test|docs)\//.test(file)),
    ...textsOf(
      '{*.json,openapi.yaml,{events,functions,infra,tools}/**/*.json,test/docs/aws-cli.txt}',
    ),
  ].map(({ text }) => text);
  const known = new Set(words([...sources, ...allFiles, JSON.stringify(template)].join('\n')));
  const listed = words(readFileSync('test/docs/names.txt', 'utf8'));
  expect([...named].filter((name) => !known.has(name)).toSorted()).toEqual(listed.toSorted());
});

// Above a test: // docs/TOKENS.md: "Four characters are enough if they are unique."
it('a document still says what a test quotes and proves', () => {
  const quotes = { pattern: /[\w./-]+\.md: "[^"]+(?=")/g, least: 400 };
  const texts = comments.map(({ file, text }) => ({ file, text: text.replaceAll('\n// ', ' ') }));
  const isSaid = (quote: string) => {
    const [document = '', said = ''] = quote.split(/: "/, 2);
    return readFileSync(document, 'utf8').replace(/\s+/g, ' ').includes(said);
  };
  expect(wrongOnes(texts, quotes, isSaid)).toEqual([]);
});

it('a document names what is in a file: `name` in infra/file.ts', () => {
  const places = { pattern: /`\w+[^`\n]*` in `?[\w/-]+\.ts\b/g, least: 4 };
  const isThere = (place: string) => {
    const [, name = '', file = ''] = /`(\w+).*` in `?(.+)/.exec(place) ?? [];
    return readFileSync(file, 'utf8').includes(name);
  };
  expect(wrongOnes(prose, places, isThere)).toEqual([]);
});

it('a document names files that exist, also without their folder', () => {
  const files = { pattern: /(?<![\w./@-])[a-z][\w-]+\.(?:[cm]?[jt]s|ya?ml|json)\b/g, least: 50 };
  const names = new Set(allFiles.map((file) => basename(file)));
  expect(wrongOnes(prose, files, (name) => names.has(name))).toEqual([]);
});

it('a list is numbered from 1', () => {
  // A heading or a paragraph ends a list; a part of an item is indented.
  const parts = documents.flatMap(({ text }) => text.split(/^(?=[^\s\d])/m));
  const numbers = parts.map((part) =>
    [...part.matchAll(/^(\d+)\. /gm)].map(([, one]) => Number(one)),
  );
  const lists = numbers.filter((list) => list.length > 0);
  expect(lists.length).toBeGreaterThan(10);
  for (const list of lists) expect(list).toEqual(list.map((_, index) => index + 1));
});

it('a document has regions of AWS, the bits of its numbers, and the version of a policy', () => {
  const names = new Set(RegionInfo.regions.map(({ name }) => name));
  const regions = { pattern: /(?<![\w-])[a-z]{2}-[a-z]+-\d\b/g, least: 30 };
  expect(wrongOnes(documents, regions, (name) => names.has(name))).toEqual([]);
  const exact = { pattern: /2\^(\d+)/g, least: 2 };
  expect(
    wrongOnes(documents, exact, (bits) => 2 ** Number(bits) === Number.MAX_SAFE_INTEGER + 1),
  ).toEqual([]);
  const versions = { pattern: /"Version": ?"([^"]*)"/g, least: 5 };
  expect(wrongOnes(documents, versions, (version) => version === '2012-10-17')).toEqual([]);
});

it.each([
  ['authorize', /^2\. .+/m],
  ['create-plant', /^4\. .+\n.+\n6\. .+/m],
])('CONTRIBUTING follows a request through files of functions/%s', (folder, steps) => {
  const contributing = documents.filter(({ file }) => file === '.github/CONTRIBUTING.md');
  const texts = contributing.map(({ file, text }) => {
    const [, section = ''] = text.split('## How a request flows');
    return { file, text: steps.exec(section)?.[0] ?? '' };
  });
  const files = { pattern: /`([\w-]+\.ts)`/g, least: 4 };
  expect(wrongOnes(texts, files, (name) => existsSync(`functions/${folder}/${name}`))).toEqual([]);
});
