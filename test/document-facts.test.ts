import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import cdkJson from '../cdk.json' with { type: 'json' };
import { tokenPattern } from '../functions/authorize/token.ts';
import { maxDepth, maxValues } from '../functions/create-plant/json-body.ts';
import { maxPlantBytes } from '../functions/create-plant/plant.ts';
import { authorizer, functions, routes, tables } from '../functions/service.ts';
import { createDocumentClient } from '../functions/shared/document-client.ts';
import { nodeMajor } from '../infra/bundle/bundle.ts';
import { functionLog } from '../infra/monitoring/log-metrics.ts';
import { readSettings } from '../infra/settings.ts';
import project from '../package.json' with { type: 'json' };
import { readStartOptions } from '../tools/commands/start/start-options.ts';
import { defaultDataFolder } from '../tools/commands/terminal/options.ts';
import { rightAnswers } from './setup/cloudwatch.ts';
import { wrongIn } from './setup/documents.ts';
import { numberOf } from './setup/number-of.ts';
import { failureTable, key } from './setup/plants.ts';
import { resourceOf, resourcesOf, template } from './setup/synthesized.ts';
import { filesOf } from './setup/system.ts';

const settings = readSettings({});
const resources = Object.keys(template.Resources);
const inTemplate = JSON.stringify(template).match(/(?<=")[\w.:-]+(?=")/g) ?? [];
const stage = Object(resourceOf('AWS::ApiGatewayV2::Stage').Properties);
const queries = Object.values(resourcesOf('AWS::Logs::QueryDefinition')).map(({ Properties }) =>
  `${Properties['Name']}`.replace('PlantStore/', ''),
);
const alarms = Object.entries(resourcesOf('AWS::CloudWatch::Alarm'));
const releases = JSON.stringify(resourcesOf('AWS::CodeDeploy::DeploymentGroup'));
const callingAlarms = alarms.flatMap(([id, { Properties }]) =>
  releases.includes(`"${id}"`) ? [] : `${Properties['AlarmName']}`,
);

/** All words of these files. */
function wordsOf(pattern: string, word = /\w+/g): readonly string[] {
  const files = filesOf(pattern).filter((file) => !/document-facts|package-lock/.test(file));
  return files.flatMap((file) => readFileSync(file, 'utf8').match(word) ?? []);
}
const inCode = [
  ...wordsOf('{functions,infra,tools,test}/**/*.{ts,mjs,cjs}'),
  ...wordsOf('{*.json,openapi.yaml,.ci/*,.github/workflows/*.yml}'),
  // Of the CDK, of Powertools, of the AWS CLI and of CloudFormation.
  ...'permissionsBoundary injectLambdaContext AWS_DEFAULT_REGION UPDATE_ROLLBACK_FAILED'.split(' '),
];
const options = wordsOf('{tools/commands,test/lab/bench}/**/*.ts', /[a-z-]+(?='?: \{ type: ')/g);
const environments = wordsOf('.github/workflows/*.yml', /(?<=^ {4}environment: )\w+/gm);
const { port, docsPorts, dynamodbPorts } = readStartOptions([]) ?? expect.fail();
const ports = [dynamodbPorts[0], port, docsPorts[0]].map(String);

/** A word at this place, or its first group, is one of these. */
type Names = readonly (readonly [place: RegExp, known: readonly string[]])[];

const names: Readonly<Record<string, Names>> = {
  'commands, options and settings': [
    [/\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g, Object.keys(project.scripts)],
    [/\b[Bb]efore each commit: `npm run (\w+)/g, ['check']],
    [/(?<=\bnpm (?:start|run [\w:-]+) -- [^\n`|]*)--([a-z-]+)/g, options],
    [/--stack ([\w-]+)/g, ['PlantStore', 'PlantStore-staging', 'NAME']],
    [/ -c "?(\w+)=/g, Object.keys(settings)],
    [/(?<=\benvironments? (?:`\w+` and )?`)\w+/g, environments],
    [/\bAWS_[A-Z_]+|\b[A-Z]+_[A-Z_]+(?==)|(?<=`)[A-Z]+_[A-Z_]+(?=`)/g, inCode],
    [/`(\.plant[\w-]*)\/?`/g, [defaultDataFolder]],
  ],
  'resources, alarms, queries and outputs': [
    // The last one is there if its setting is.
    [/(?:OutputKey==['`]|\$\(output )(\w+)/g, [...Object.keys(template.Outputs), 'RepositoryUrl']],
    [/(?:--logical-resource-id |\$\(physical |--orphan )(\w+)/g, resources],
    // The first word of a logical id, as physical names have it.
    [/\bSTACK-([A-Z]\w+)/g, resources.map((id) => id.replace(/(?<=[a-z])[A-Z].*/, ''))],
    [/\btable\/STACK-(\w+)/g, ['Tokens']],
    // A subscription is there if its setting is.
    [/\bAWS::\w+::(?!Subscription)\w+|\bAttributeName=([\w-]+)/g, inTemplate],
    [/--qualifier (\w+)|--principal ([\w.]+)/g, inTemplate],
    [/--stage-name '([^']+)'/g, [stage.StageName]],
    [/--alarm-name "?([\w-]+)/g, callingAlarms],
    [/\b[Qq]uer(?:y|ies) `(?:PlantStore\/)?([\w-]+)`/g, queries],
    [/`((?:Probe|CreatePlant|Authorize)[A-Z]\w*)`/g, inTemplate.flatMap((one) => one.split('-'))],
    [/(?<=\bcost tags? (?:`\w+` and )?`)\w+/g, inTemplate],
    [/`(aws-(?:cn|us-gov|iso\w*))`/g, cdkJson.context['@aws-cdk/core:target-partitions']],
  ],
  'functions, fields and columns': [
    // A name in mixed case.
    [/(?<=`[^`\n]*)\b[a-z]{2,}[A-Z][a-z]\w*/g, inCode],
    [/\bname=(\w+)/g, Object.keys(functions)],
    // These are called by clients. To close the API, they have no concurrency.
    [/concurrency --function-name "\$\(physical (\w+)/g, routes.map((one) => one.functionName)],
    [/--reserved-concurrent-executions (\w+)/g, ['0']],
    [/\bend='\$default\/([\w/]+)/g, routes.map(({ method, path }) => `${method}${path}`)],
    // A command for revoked tokens reads the other table.
    [/(?:find_plants '|REMOVE )(\w+)(?!.*revoked)/g, ['createdBy', 'createdAt']],
    [/find_plants '(\w+)(?=.*revoked)/g, ['client']],
    [/(?:--key '\{"|Key: \{|--projection-expression )(\w+)/g, [key]],
    [/--key '\{"\w+":\{"(\w)"/g, [tables.Plants.type]],
    [/`(\w+)` for `id`/g, [tables.Tokens.key]],
    [/\bmessage\.(\w+)/g, Object.keys(functionLog)],
    [
      /(?<=^filter .*?)\b(?<!["@])([a-z][A-Za-z]+)(?= =|, |\s\|)/gm,
      Object.keys(JSON.parse(stage.AccessLogSettings.Format)),
    ],
    [/`(plant_\[\S+)`/g, [tokenPattern.source.slice(1, -1)]],
  ],
  'ports, versions and codes': [
    [/\b(?:AWS_ENDPOINT_URL_DYNAMODB=\S+?:|dynamodb-port )(\d+)/g, ports.slice(0, 1)],
    [/(?:127\.0\.0\.1:|docker\.internal:)(\d+)/g, ports],
    // How a container and this machine call each other.
    [/[\w.]+\.internal\b/g, ['host.docker.internal']],
    [/ --host ([\d.]+)/g, ['172.17.0.1']],
    [/\b(?:need|brings|install)s? \[?(?:brings )?(?:Node )?(\d+)(?! [A-Z])/g, [`${nodeMajor}`]],
    [/\bNode (\d+) is enough/g, project.engines.node.match(/\d+/g) ?? []],
    [/\b(100\d)\b/g, failureTable.map(({ error }) => `${error}`)],
    [/`functionStatus` (\d+)/g, failureTable.map(({ status }) => `${status}`)],
    // Of Lambda itself, when it takes no call.
    [/`integrationStatus` (\d+)/g, ['429']],
    [/`(\w+)` is a client's mistake/g, ['info']],
    [/`maxWriteUnits` of ([\d,]*\d)/g, [settings.maxWriteUnits.toLocaleString('en')]],
    // DynamoDB takes so many at once.
    [/range\(0; length; (\d+)\)|\$i \+ (\d+)/g, ['25']],
  ],
};

it.each(Object.entries(names))('%s that a document names are there', (_, rows) => {
  const wrong = wrongIn((text) =>
    rows.flatMap(([place, known]) =>
      [...text.matchAll(place)].flatMap(([words, ...groups]) =>
        known.includes(groups.find(Boolean) ?? words) ? [] : words,
      ),
    ),
  );
  expect(wrong).toEqual([]);
});

it('numbers are those of the code and the template', async () => {
  const { logRetentionDays, throttleRate, maxWriteUnits } = settings;
  const alarm = (name: string) => {
    const [, found] =
      alarms.find(([, one]) => one.Properties['AlarmName'] === `PlantStore-${name}`) ?? [];
    return Object(found?.Properties);
  };
  const minutes = releases.match(/(?<=Linear10PercentEvery)\d+(?=Minutes)/g) ?? [];
  const longest = Number(/(?<="Period":)\d+/.exec(JSON.stringify(alarm('BudgetBurn'))));
  const tokenCommand = readFileSync('tools/commands/token/token-command.ts', 'utf8');
  /** In a sentence with these words, a number of this unit. */
  const numbers: readonly (readonly [words: RegExp, unit: string, right: unknown])[] = [
    [/\bcache/, 'minutes?', authorizer.cacheSeconds / 60],
    [/\brollback\b.* take /, 'minutes?', (minutes.length + 1) * 10 * Number(minutes[0])],
    [/\btraffic\b/, 'minutes?', minutes[0]],
    [/\baccess log\b/, 'days?', logRetentionDays],
    // Of DynamoDB.
    [/\brestore points\b|\bbackup\b|\blast second\b/, 'days?', 35],
    [/\blast\b/, 'characters', 4],
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
    // With waits of 1, 2, 4, 8 and 16 seconds, these are the half minute that RUNBOOK says.
    [/\btwice as long\b/, 'times', 5],
    [/./, 'KB a plant', Math.ceil(maxPlantBytes / 1024)],
    [/\bbody\b|\bsizes\b/, 'values', maxValues],
    [/\bbody\b|\bsizes\b/, 'levels', maxDepth],
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
