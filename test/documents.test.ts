import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { maxDepth, maxValues } from '../functions/create-plant/json-body.ts';
import { maxPlantBytes } from '../functions/create-plant/plant.ts';
import { authorizer, tables } from '../functions/service.ts';
import { functionLog } from '../infra/monitoring/log-metrics.ts';
import { memoryMegabytes } from '../infra/service-function.ts';
import { readSettings } from '../infra/settings.ts';
import project from '../package.json' with { type: 'json' };
import { storeDevelopmentTokens } from '../tools/commands/development-token.ts';
import { targetOf } from '../tools/contract/contract.ts';
import { startService } from '../tools/local/service.ts';
import { contract, failureTable, key, operation } from './setup/plants.ts';
import { readmeExample } from './setup/readme-example.ts';
import { resourcesOf, template } from './setup/synthesized.ts';
import { filesOf, onWindows } from './setup/system.ts';

// A document or a workflow can be reworded. These tests fail only if it leads nowhere, or names what is not there.
const documents = filesOf(
  '{{*,.github/*,{docs,events,functions,infra,test,tools}/**/*}.md,.github/workflows/*.yml}',
)
  .filter((file) => !file.includes('node_modules'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** The anchors that GitHub makes of headings. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

function leadsSomewhere(document: string, link: string): boolean {
  const [path, anchor] = link.split('#', 2);
  const target = path ? join(dirname(document), path) : document;
  if (!existsSync(target)) return false;
  return !anchor || anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
}

/** What is wrong in all documents, each with its file. */
function wrongIn(find: (text: string, file: string) => readonly string[]): string[] {
  return documents.flatMap(({ file, text }) => find(text, file).map((one) => `${file}: ${one}`));
}

it('links lead to what exists', () => {
  const links = wrongIn((text, file) => {
    const prose = text.replace(/^( *)```.*?^\1```$/gms, '');
    const all = prose.matchAll(/\]\(((?!https?:|mailto:)[^)\s]+)\)/g);
    return [...all].map(([, link = '']) => link).filter((link) => !leadsSomewhere(file, link));
  });
  expect(links).toEqual([]);
});

it.skipIf(onWindows)('the shell can parse all commands', () => {
  const faults = wrongIn((text) => {
    const blocks = text.matchAll(/^( *)```sh\n(.*?)^\1```/gms);
    const input = [...blocks].map(([, , lines]) => lines).join('\n');
    const { stderr } = spawnSync('bash', ['-n'], { input, encoding: 'utf8' });
    return stderr.split('\n').filter(Boolean);
  });
  expect(faults).toEqual([]);
});

/** Names of the CDK, of Powertools and of the AWS CLI. */
const foreign = ['permissionsBoundary', 'injectLambdaContext', 'AWS_DEFAULT_REGION'];

it('scripts, options, settings, outputs, resources, attributes and variables that are named exist', () => {
  const resources = Object.keys(template.Resources);
  const queries = Object.values(resourcesOf('AWS::Logs::QueryDefinition'));
  const sources = filesOf('{tools/commands,test/lab/bench}/**/*.ts').map((file) =>
    readFileSync(file, 'utf8'),
  );
  const inTemplate = JSON.stringify(template).match(/(?<=")[\w.:-]+(?=")/g) ?? [];
  const inCode = filesOf(
    '{{functions,infra,tools,test}/**/*.{ts,mjs,cjs},*.json,openapi.yaml,.ci/*,.github/workflows/*.yml}',
  ).flatMap((file) => readFileSync(file, 'utf8').match(/\w+/g) ?? []);
  const [{ Properties: stage } = {}] = Object.values(resourcesOf('AWS::ApiGatewayV2::Stage'));
  const { AccessLogSettings: accessLog } = stage as { AccessLogSettings: { Format: string } };
  const loggedColumns = Object.keys(JSON.parse(accessLog.Format));
  const options = sources.join().matchAll(/([a-z-]+)'?: \{ type: '/g);
  const named: readonly (readonly [RegExp, readonly string[]])[] = [
    [
      /(?<=\bnpm (?:start|run [\w:-]+) -- [^\n`|]*)--([a-z-]+)/g,
      [...options].map(([, name = '']) => name),
    ],
    [/\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g, Object.keys(project.scripts)],
    [/ -c "?(\w+)=/g, Object.keys(readSettings({}))],
    // The last one is there if its setting is.
    [/(?:OutputKey==['`]|\$\(output )(\w+)/g, [...Object.keys(template.Outputs), 'RepositoryUrl']],
    [/(?:--logical-resource-id |\$\(physical |--orphan )(\w+)/g, resources],
    // The first word of a logical id, as physical names have it.
    [/\bSTACK-([A-Z]\w+)/g, resources.map((id) => id.replace(/(?<=[a-z])[A-Z].*/, ''))],
    [/\bAWS::\w+::\w+|(?:--alarm-name "?|\bAttributeName=)([\w-]+)/g, inTemplate],
    [
      /\b[Qq]uer(?:y|ies) `(?:PlantStore\/)?([\w-]+)`/g,
      queries.map(({ Properties }) => `${Properties['Name']}`.replace('PlantStore/', '')),
    ],
    // A name in mixed case, an attribute to find plants, and a variable.
    [/(?<=`[^`\n]*)\b[a-z]{2,}[A-Z][a-z]\w*|find_plants '(\w+)/g, [...inCode, ...foreign]],
    [/\bAWS_[A-Z_]+|\b[A-Z]+_[A-Z_]+(?==)/g, [...inCode, ...foreign]],
    [/(?:--key '\{"|Key: \{|--projection-expression )(\w+)/g, [key]],
    [/--key '\{"\w+":\{"(\w)"/g, [tables.Plants.type]],
    // Of an alias, a permission, a metric in Logs Insights, and a closed API.
    [/--qualifier (\w+)|--principal ([\w.]+)/g, inTemplate],
    [/\bmessage\.(\w+)/g, Object.keys(functionLog)],
    [/(?<=^filter .*?)\b(?<!["@])([a-z][A-Za-z]+)(?= =|, |\s\|)/gm, loggedColumns],
    [/--reserved-concurrent-executions (\w+)/g, ['0']],
  ];
  const wrong = wrongIn((text) =>
    named.flatMap(([pattern, known]) =>
      [...text.matchAll(pattern)].flatMap(([words, ...groups]) =>
        known.includes(groups.find(Boolean) ?? words) ? [] : words,
      ),
    ),
  );
  expect(wrong).toEqual([]);
});

it('times and sizes are those of the code', () => {
  const words = 'zero one two three four five six seven eight nine ten'.split(' ');
  const [, minutes] = /Every(\d+)Minutes/.exec(JSON.stringify(template)) ?? [];
  const numbers: readonly (readonly [RegExp, number])[] = [
    [/\bcaches each decision[^.]* (\w+) minutes\b/g, authorizer.cacheSeconds / 60],
    [/\btraffic more every (\w+) minutes\b/g, Number(minutes)],
    [/\b(\w+) days in the access log\b/g, readSettings({}).logRetentionDays],
    [/\b(\w+) KB a plant\b/g, Math.ceil(maxPlantBytes / 1024)],
    [/\b([\d,]+) values,? (?:in )?[\d,]+ levels\b/g, maxValues],
    [/\bvalues,? (?:in )?([\d,]+) levels\b/g, maxDepth],
  ];
  const wrong = wrongIn((text) =>
    numbers.flatMap(([pattern, right]) =>
      [...text.matchAll(pattern)].flatMap(([sentence, number = '']) =>
        [words[right], right.toLocaleString('en')].includes(number)
          ? []
          : `${sentence}: it is ${right}`,
      ),
    ),
  );
  expect(wrong).toEqual([]);
});

it('docs/DEPLOY.md has a row for each setting of infra/settings.ts, with its default', () => {
  const page = readFileSync('docs/DEPLOY.md', 'utf8');
  const [, table = ''] = /^\| setting \| default .*\n\|---.*\n((?:\|.*\n)+)/m.exec(page) ?? [];
  const rows = table.split('\n').flatMap((row) => {
    const [, names = '', defaults = ''] = row.split('|');
    const texts = defaults.replaceAll('`', '').trim().split(', ');
    return (names.match(/\w+/g) ?? []).map((name, index) => [name, texts[index] ?? texts[0]]);
  });
  const settings = Object.entries(readSettings({})).map(([name, value]) => [
    name,
    value === undefined || String(value) === '' ? 'none' : String(value),
  ]);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(settings));
});

it('docs/CLIENTS.md repeats after the answers of openapi.yaml that say so', () => {
  const [line = ''] = /^.*\b408\b.*$/m.exec(readFileSync('docs/CLIENTS.md', 'utf8')) ?? [];
  const statuses = Object.entries(operation.responses).flatMap(([status, answer]) =>
    /\bretry\b/.test(targetOf(contract, answer).description) ? status : [],
  );
  const codes = failureTable.flatMap(({ advice, error }) =>
    /^retry\b/.test(advice) ? `${error}` : [],
  );
  expect(line.match(/\b\d{3,4}\b/g)).toEqual([...statuses, ...codes]);
});

const readme = readFileSync('README.md', 'utf8');

it('README has the shares of the last benchmarks, also at the deployed size', () => {
  const rowsIn = (text: string) => text.match(/^\| \d+ (\| [\d.–]+ ){3}\|$/gm) ?? [];
  const measured = rowsIn(readFileSync('test/lab/bench/README.md', 'utf8'));
  const steps = `The benchmark has no row for ${memoryMegabytes} MB: npm run bench`;
  expect(measured.join('\n'), steps).toContain(`| ${memoryMegabytes} |`);
  expect(readme).toContain(`${memoryMegabytes} MB, as deployed`);
  expect(rowsIn(readme)).toEqual(measured);
});

it("README shows the operation's chain as it is", () => {
  const source = readFileSync('functions/create-plant/create-plant.ts', 'utf8');
  const [chain = 'no chain'] = /^ {2}return middy\([\s\S]+?^ {4}\}\);$/m.exec(source) ?? [];
  const shown = chain.replace(/^ {2}/gm, '');
  expect(readme).toContain(`\`\`\`ts\n${shown}\n\`\`\``);
});

it("README's first request gets README's answer", async () => {
  const { path, headers, body, answer } = readmeExample();
  const { url, close } = await startService({ fill: storeDevelopmentTokens });
  onTestFinished(close);
  const answered = await fetch(url + path, { method: 'POST', headers, body });
  expect(`${answered.status} ${await answered.text()}`).toBe(`200 ${answer}`);
});
