import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tokenPattern } from '../functions/authorize/token.ts';
import { maxDepth, maxValues } from '../functions/create-plant/json-body.ts';
import { maxPlantBytes } from '../functions/create-plant/plant.ts';
import { authorizer, tables } from '../functions/service.ts';
import { createDocumentClient } from '../functions/shared/document-client.ts';
import { nodeMajor } from '../infra/bundle/bundle.ts';
import { functionLog } from '../infra/monitoring/log-metrics.ts';
import { memoryMegabytes } from '../infra/service-function.ts';
import { readSettings } from '../infra/settings.ts';
import project from '../package.json' with { type: 'json' };
import { storeDevelopmentTokens } from '../tools/commands/development-token.ts';
import { readStartOptions } from '../tools/commands/start/start-options.ts';
import { defaultDataFolder } from '../tools/commands/terminal/options.ts';
import { targetOf } from '../tools/contract/contract.ts';
import { startService } from '../tools/local/local-service.ts';
import { rightAnswers } from './setup/cloudwatch.ts';
import { numberOf } from './setup/number-of.ts';
import { contract, failureTable, key, operation } from './setup/plants.ts';
import { readmeExample } from './setup/readme-example.ts';
import { resourcesOf, template } from './setup/synthesized.ts';
import { filesOf, onWindows } from './setup/system.ts';

// A document or a workflow can be reworded. These tests fail only if it leads nowhere, or names what is not there.
const documents = filesOf(
  '{{*,.github/*,{docs,events,functions,infra,test,tools}/**/*}.md,.github/workflows/*.yml,.ci/*,cdk.json,openapi.yaml}',
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

/** Names of the CDK, of Powertools, of the AWS CLI and of CloudFormation. */
const foreign = [
  'permissionsBoundary',
  'injectLambdaContext',
  'AWS_DEFAULT_REGION',
  'UPDATE_ROLLBACK_FAILED',
];

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
  const { port, docsPorts, dynamodbPorts } = readStartOptions([]) ?? expect.fail();
  // The last one is Node's own, for a debugger.
  const ports = [dynamodbPorts[0], port, docsPorts[0], 9229].map(String);
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
    // A subscription is there if its setting is.
    [/\bAWS::\w+::(?!Subscription)\w+|(?:--alarm-name "?|\bAttributeName=)([\w-]+)/g, inTemplate],
    [
      /\b[Qq]uer(?:y|ies) `(?:PlantStore\/)?([\w-]+)`/g,
      queries.map(({ Properties }) => `${Properties['Name']}`.replace('PlantStore/', '')),
    ],
    // A name in mixed case, an attribute to find plants, and a variable.
    [/(?<=`[^`\n]*)\b[a-z]{2,}[A-Z][a-z]\w*|find_plants '(\w+)/g, [...inCode, ...foreign]],
    [/\bAWS_[A-Z_]+|\b[A-Z]+_[A-Z_]+(?==)|(?<=`)[A-Z]+_[A-Z_]+(?=`)/g, [...inCode, ...foreign]],
    [/(?:--key '\{"|Key: \{|--projection-expression )(\w+)/g, [key]],
    [/--key '\{"\w+":\{"(\w)"/g, [tables.Plants.type]],
    [/`(\w+)` for `id`/g, [tables.Tokens.key]],
    [/`(\.[a-z]{4}[\w-]*)\/?`/g, [defaultDataFolder]],
    // Of an alias, a permission, a metric in Logs Insights, and a closed API.
    [/--stack (\w+)/g, ['PlantStore', 'NAME']],
    [/`((?:Probe|CreatePlant|Authorize)[A-Z]\w*)`/g, inTemplate.flatMap((one) => one.split('-'))],
    [/--qualifier (\w+)|--principal ([\w.]+)/g, inTemplate],
    [/\bmessage\.(\w+)/g, Object.keys(functionLog)],
    [/(?<=^filter .*?)\b(?<!["@])([a-z][A-Za-z]+)(?= =|, |\s\|)/gm, loggedColumns],
    [/--reserved-concurrent-executions (\w+)/g, ['0']],
    [/(?:127\.0\.0\.1:|docker\.internal:|\bport |-port )(\d+)/g, ports],
    [/\bAWS_ENDPOINT_URL_DYNAMODB=\S+?:(\d+)/g, ports.slice(0, 1)],
    [/\b(?:need|brings|install)s? \[?(?:brings )?(?:Node )?(\d+)/g, [`${nodeMajor}`]],
    [/\bNode (\d+) is enough/g, [...project.engines.node.matchAll(/\d+/g)].map(String)],
    [/\b(100\d)\b/g, failureTable.map(({ error }) => `${error}`)],
    [/`functionStatus` (\d+)/g, failureTable.map(({ status }) => `${status}`)],
    // Of Lambda itself, when it takes no call.
    [/`integrationStatus` (\d+)/g, ['429']],
    [/`(\w+)` is a client's mistake/g, ['info']],
    [/`maxWriteUnits` of ([\d,]*\d)/g, [readSettings({}).maxWriteUnits.toLocaleString('en')]],
    // DynamoDB takes so many at once.
    [/range\(0; length; (\d+)\)|\$i \+ (\d+)/g, ['25']],
    [/`(plant_\[\S+)`/g, [tokenPattern.source.slice(1, -1)]],
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

it('files that are named exist', () => {
  const path =
    /(?<=`)(?:(?:functions|infra|tools|test|events)\/[\w./-]+|[\w/.-]+\.(?:ts|json|ya?ml))(?=`)/g;
  const files = filesOf('{*,{.github,docs,events,functions,infra,test,tools}/**/*}');
  const isThere = (name: string) => files.some((file) => `/${file}`.endsWith(`/${name}`));
  const wrong = wrongIn((text) => (text.match(path) ?? []).filter((name) => !isThere(name)));
  expect(wrong.filter((name) => !/NAME|NNNN/.test(name))).toEqual([]);
});

it('numbers are those of the code and the template', async () => {
  const { logRetentionDays, throttleRate, maxWriteUnits } = readSettings({});
  const alarms = Object.values(resourcesOf('AWS::CloudWatch::Alarm'));
  const alarm = (name: string) =>
    Object(alarms.find((one) => one.Properties['AlarmName'] === `PlantStore-${name}`)).Properties;
  const releases =
    JSON.stringify(resourcesOf('AWS::CodeDeploy::DeploymentGroup')).match(
      /(?<=Linear10PercentEvery)\d+(?=Minutes)/g,
    ) ?? [];
  const longest = Number(/(?<="Period":)\d+/.exec(JSON.stringify(alarm('BudgetBurn'))));
  const tokenCommand = readFileSync('tools/commands/token/token-command.ts', 'utf8');
  /** In a sentence with these words, a number of this unit. */
  const numbers: readonly (readonly [words: RegExp, unit: string, right: unknown])[] = [
    [/\bcache/, 'minutes?', authorizer.cacheSeconds / 60],
    [/\brollback\b.* take /, 'minutes?', (releases.length + 1) * 10 * Number(releases[0])],
    [/\btraffic\b/, 'minutes?', releases[0]],
    [/\baccess log\b/, 'days?', logRetentionDays],
    // Of DynamoDB.
    [/\brestore points\b|\bbackup\b|\blast second\b/, 'days?', 35],
    [/\blast\b/, 'characters', 4],
    [/\bprobe\b/, 'minutes?', /(?<=rate\()\d+/.exec(JSON.stringify(template))],
    [/--expires\b/, 'days?', /(?<=usualLifetime = ')\d+(?=d)/.exec(tokenCommand)],
    [/\bpage up to\b/, 'hours?', alarm('SlowAnswers').EvaluationPeriods / 60],
    [/`BudgetBurn`|#unavailable\), over/, 'days?', longest / 86_400],
    [/`OK`/, 'minutes?', alarm('ProbeSilent').EvaluationPeriods],
    [/\bthrottle\b/, '%', 100 * alarm('NearThrottle').Threshold],
    [/\bthrottle\b|\brates\b/, '(?:requests )?a second', throttleRate],
    [/\brequests a minute\b/, 'requests a minute', rightAnswers.length],
    [/`throttleRate`/, 'times', maxWriteUnits / throttleRate],
    [/`throttleRate`/, 'to', readSettings({ throttleRate: 1 }).maxWriteUnits],
    [/\bSDK sends\b/, 'times', await createDocumentClient().config.maxAttempts()],
    [/./, 'KB a plant', Math.ceil(maxPlantBytes / 1024)],
    [/./, 'values', maxValues],
    [/./, 'levels', maxDepth],
  ];
  const wrong = wrongIn((text) => {
    const sentences = text.split(/(?<=[.:!?])\s+|\n+/);
    return numbers.flatMap(([words, unit, right]) =>
      sentences
        .filter((sentence) => words.test(sentence))
        .flatMap((sentence) => sentence.match(RegExp(`[\\w,.]+(?= ${unit}(?!\\w))`, 'g')) ?? [])
        .filter((number) => ![Number.NaN, Number(right)].includes(numberOf(number)))
        .map((number) => `${number} ${unit}: it is ${right}`),
    );
  });
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

it('README has the shares of a benchmark at the deployed size', () => {
  expect(readme).toMatch(new RegExp(`^\\| ${memoryMegabytes} (\\| [\\d.–]+ ){3}\\|$`, 'm'));
  expect(readme).toContain(`${memoryMegabytes} MB, as deployed`);
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
