import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as sdk from '@aws-sdk/client-dynamodb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isToken } from '../../functions/authorize/token.ts';
import { reservedIds } from '../../functions/shared/own-plants.ts';
import { reserved } from '../../functions/shared/reserved.ts';
import { readStartOptions } from '../../tools/commands/start/options.ts';
import { generateToken } from '../../tools/commands/token/generate-token.ts';
import { startDynamodb } from '../embedded-dynamodb.ts';
import { plantItem } from '../plants.ts';
import { resourcesOf, template } from '../synthesized.ts';
import { filesOf, onWindows } from '../system.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { token } from '../tools/commands/token/token-command.ts';

const documents = ['README.md', ...filesOf('{.github/SECURITY,docs/*}.md')];

function read(document: string): string {
  return readFileSync(document, 'utf8');
}

/**
 * Runs all commands of a document in one shell, with stand-ins for the programs that they call. Returns each call by
 * its words, as the shell has expanded them, and what the shell itself refused.
 */
function run(document: string) {
  const blocks = [...read(document).matchAll(/^( *)```sh\n(.*?)^\1```/gms)].map(([, , sh]) => sh);
  const inline = [...read(document).matchAll(/`((?:active && )?aws [a-z0-9]+ [^`\n]+)`/g)].map(
    ([, sh]) => sh,
  );
  const folder = mkdtempSync(join(temporaryFolder(), 'programs-'));
  const record = 'printf "%s\\t" "$0" "$@" >> "$CALLS"; echo >> "$CALLS"';
  const programs = {
    // A state that ends each wait, and for a scan something that differs by table.
    aws: `${record}; case $* in *TableStatus*) echo ACTIVE ;; *' scan '*) echo "$*"; echo in-both ;; *) echo an-answer ;; esac`,
    curl: record,
    gh: record,
    jq: 'cat',
    ...Object.fromEntries(['npm', 'npx', 'sleep'].map((name) => [name, ':'])),
  };
  for (const [name, lines] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  }
  const CALLS = join(folder, 'calls');
  writeFileSync(CALLS, '');
  const { stderr } = spawnSync('bash', ['--norc', '-c', [...blocks, ...inline].join('\n')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: `${folder}:${process.env['PATH']}`, CALLS },
    encoding: 'utf8',
  });
  const lines = readFileSync(CALLS, 'utf8').split('\t\n').filter(Boolean);
  const calls = lines.map((line) => line.slice(folder.length + 1).split('\t'));
  return { document, stderr, calls };
}

/** The words after each use of an option. */
function valuesOf(calls: readonly string[][], option: RegExp): string[] {
  return calls.flatMap((call) => call.filter((_, at) => option.test(call[at - 1] ?? '')));
}

function propertiesOf(property: string, ...types: string[]): unknown[] {
  const resources = types.flatMap((type) => Object.values(resourcesOf(`AWS::${type}`)));
  return resources.map(({ Properties }) => Properties[property]);
}

function topicOf(alarmName: string): string {
  const types = ['Alarm', 'CompositeAlarm'].map((name) => `AWS::CloudWatch::${name}`);
  const alarms = types.flatMap((type) => Object.values(resourcesOf(type)));
  const alarm = alarms.find(({ Properties }) => Properties['AlarmName'] === alarmName);
  return JSON.stringify(alarm?.Properties['AlarmActions']);
}

/** `aws dynamodb get-item --table-name Plants --key …` as a call of the SDK. */
function send(client: sdk.DynamoDBClient, [, , operation = '', ...words]: readonly string[]) {
  const pascal = (text: string) => text.replace(/(?:^|-)(\w)/g, (_, first) => first.toUpperCase());
  const given = words.flatMap((word, at): [string, unknown][] => {
    if (!/^--(?!output|query)/.test(word)) return [];
    const value = words[at + 1]?.startsWith('--') ? true : words[at + 1];
    const parsed = String(value).startsWith('{') ? JSON.parse(String(value)) : value;
    return [[pascal(word.slice(2)), parsed]];
  });
  const Command = Object(sdk)[`${pascal(operation)}Command`];
  return client.send(new Command(Object.fromEntries(given))) as Promise<unknown>;
}

// The commands need bash.
describe.skipIf(onWindows)('the commands of the documents', () => {
  const ran = documents.map(run);
  const calls = ran.flatMap((one) => one.calls).filter(([program]) => program === 'aws');
  const ofGithub = ran.flatMap((one) => one.calls).filter(([program]) => program === 'gh');
  const of = (document: string, operation: string) =>
    ran
      .flatMap((one) => (one.document === document ? one.calls : []))
      .filter((call) => call.includes(operation));

  it.each(ran)('of $document are right for the shell', ({ stderr }) => {
    expect(stderr).toBe('');
  });

  // The keys and values of AWS, not the names of this stack, and no placeholder.
  const ofAws =
    /(?<![\w/-])(?:[a-z\d]+:)?[A-Z](?:[a-z\d]\w*(?:"?[=:]-?\d+(?![\w.-]))?|[A-Z_]{2,})(?![\w-])|[\w.]+\.(?:amazonaws|githubusercontent)\.com/g;
  const ofOurs = /^--(?:region|namespace|key|caller-reference|(?:\w+-)*name(?:-prefix)?)$/;
  const others = new Set([
    ...['PlantStore', 'ACCOUNT', 'BUCKET', 'FUNCTION', 'TOPIC'],
    ...Object.keys({ ...template.Resources, ...template.Outputs }),
  ]);

  // A word of a new command: compare it with the reference of the AWS CLI, then add it to the list.
  it('use the words of the AWS CLI, and the list has no others', () => {
    const used = new Map<string, Set<string>>();
    for (const [, service, ...words] of calls) {
      const name = [service, ...words.slice(0, words[0] === 'wait' ? 2 : 1)].join(' ');
      const found = words.flatMap((word, at) => {
        const [option = '', next = ''] = [words[at - 1], words[at + 1]];
        if (/^--[a-z]/.test(word)) {
          const isWord = !ofOurs.test(word) && /^(?!an-answer)[a-z\d][a-z\d-]*$/.test(next);
          return word === '--query' || isWord ? `${word}=${next}` : word;
        }
        const values = option === '--query' ? [] : [...word.matchAll(ofAws)];
        return values.flatMap(([value]) => (others.has(value) ? [] : value));
      });
      used.set(name, new Set([...(used.get(name) ?? []), ...found]));
    }
    const lines = [...used].map(([name, found]) => [name, ...[...found].sort()].join(' '));
    expect(lines.toSorted()).toEqual(read('test/docs/aws-cli.txt').trim().split('\n'));
  });

  // https://docs.github.com/en/rest/actions/oidc#get-the-customization-template-for-an-oidc-subject-claim-for-a-repository
  it('read the subject of a token where GitHub has it', () => {
    expect(ofGithub.map(([, ...words]) => words.join(' '))).toEqual([
      'api repos/OWNER/NAME/actions/oidc/customization/sub --jq .sub_claim_prefix',
    ]);
  });

  it('name what is in the template: resources, outputs, the alias, alarms', () => {
    const ids = valuesOf(calls, /^--logical-resource-id$/);
    expect(new Set(ids)).toEqual(new Set(['CreatePlant', 'Plants', 'Probe', 'Tokens']));
    for (const id of ids) expect(template.Resources).toHaveProperty(id);
    const named = valuesOf(calls, /^--query$/)
      .join()
      .matchAll(/OutputKey=='(\w+)'/g);
    const outputs = new Set([...named].map(([, name]) => name));
    expect([...outputs]).toEqual(['PlantsTableName', 'PlantsStreamArn', 'ProbeName']);
    for (const name of outputs) expect(template.Outputs).toHaveProperty(String(name));
    const aliases = valuesOf(
      calls.filter((call) => call[2]?.endsWith('-alias')),
      /^--name$/,
    );
    expect(new Set(aliases)).toEqual(new Set(propertiesOf('Name', 'Lambda::Alias')));
    const alarms = propertiesOf('AlarmName', 'CloudWatch::Alarm', 'CloudWatch::CompositeAlarm');
    const watched = valuesOf(
      calls.filter((call) => call[2] !== 'put-metric-alarm'),
      /^--alarm-names?$/,
    );
    expect(watched.length).toBeGreaterThan(4);
    for (const name of watched) expect(alarms).toContain(name.replace('-rehearsal', ''));
    const [, tried] =
      /set-alarm-state --alarm-name PlantStore-(\w+)/.exec(read('docs/DEPLOY.md')) ?? [];
    expect(JSON.stringify(resourcesOf('AWS::CloudWatch::CompositeAlarm'))).toContain(
      `"Monitoring${tried}`,
    );
    // First the one that pages, then a ticket.
    const [, ...called] = /for alarm in (\w+) (\w+);/.exec(read('docs/DEPLOY.md')) ?? [];
    expect(called.map((name) => topicOf(`PlantStore-${name}`))).toEqual([
      expect.stringContaining('"MonitoringAlarmTopic'),
      expect.stringContaining('"MonitoringTicketTopic'),
    ]);
    const tables = JSON.stringify(resourcesOf('AWS::DynamoDB::GlobalTable'));
    for (const value of valuesOf(calls, /^--(stream|time-to-live)-specification$/))
      expect(tables).toContain(`"${value.split('=').at(-1)}"`);
    const [, orphan] = /--orphan (\w+)/.exec(read('docs/RUNBOOK.md')) ?? [];
    expect(Object.keys(resourcesOf('AWS::Lambda::Alias'))).toContain(orphan);
  });

  // docs/REGIONS.md: "Route 53 writes its state as a metric in us-east-1."
  // docs/REGIONS.md: "Route 53 stops using the region if its probe fails twice in a row."
  it('make alarms for Route 53 that fire at one error, and at an unhealthy check', () => {
    const words =
      /^--(region|namespace|metric-name|dimensions|statistic|period|evaluation-periods|threshold|comparison-operator|treat-missing-data)$/;
    const made = calls.filter((call) => call[2] === 'put-metric-alarm');
    // Route 53 has its metrics in us-east-1 only:
    // https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/monitoring-health-checks.html
    expect(made.map((call) => valuesOf([call], words).join(' '))).toEqual([
      'eu-central-1 AWS/Lambda Errors Name=FunctionName,Value=an-answer Sum 60 2 0 GreaterThanThreshold missing',
      'us-east-1 AWS/Route53 HealthCheckStatus Name=HealthCheckId,Value=an-answer Minimum 60 3 1 LessThanThreshold breaching',
    ]);
  });

  // docs/RUNBOOK.md: "This writes the missing ones, and prints those that exist. It never overwrites one."
  // docs/RUNBOOK.md: "The file `lost` has each missing or different plant."
  // README.md: "This prints all plants ([more](docs/PLANTS.md)):"
  it('read, print and delete plants of this machine, and restore only what is lost', async () => {
    const { url, stop } = await startDynamodb();
    const client = new sdk.DynamoDBClient();
    onTestFinished(async () => {
      client.destroy();
      await stop();
    });
    const fern = plantItem();
    await client.send(new sdk.PutItemCommand({ TableName: 'Plants', Item: fern }));
    const all = { Items: [fern] };
    for (const call of of('docs/PLANTS.md', 'scan')) {
      expect(await send(client, call)).toMatchObject(all);
    }
    const [, ...words] = of('README.md', 'aws:amz:local:dynamodb')[0] ?? [];
    const args = words.map((word) => word.replace('http://127.0.0.1:8000', url));
    const { stdout } = await promisify(execFile)('curl', ['--silent', ...args]);
    expect(JSON.parse(stdout)).toMatchObject(all);
    const [get = [], remove = []] = ['get-item', 'delete-item'].flatMap((operation) =>
      of('docs/PLANTS.md', operation),
    );
    expect(await send(client, get)).toMatchObject({ Item: fern });
    expect(await send(client, remove)).toMatchObject({ Attributes: fern });
    expect(await send(client, get)).not.toHaveProperty('Item');

    const [restore = [], ...others] = of('docs/RUNBOOK.md', 'put-item');
    expect(others).toEqual([]);
    const [lost = ''] = valuesOf([restore], /^--item$/);
    // What the restored table has and the other has not.
    expect(lost).toContain('scan --table-name plants-restored');
    const put = (item: object, words = restore) =>
      send(
        client,
        words.map((word) =>
          word === lost ? JSON.stringify(item) : word.replace(/^an-answer$/, 'Plants'),
        ),
      );
    await put(fern);
    const older = plantItem(7, 'Ivy');
    await expect(put(older)).rejects.toThrow(sdk.ConditionalCheckFailedException);
    expect(await send(client, get)).toMatchObject({ Item: fern });
    // So the command needs its condition.
    await put(older, restore.slice(0, restore.indexOf('--condition-expression')));
    expect(await send(client, get)).toMatchObject({ Item: older });
  });
});

it.each([
  [
    'README.md',
    'bootstrap',
    'deploy -c stage=try -c disposable=true',
    'destroy -c stage=try -c disposable=true',
    'deploy --no-rollback',
    'deploy',
  ],
  [
    'docs/REGIONS.md',
    'deploy --all --no-rollback',
    'deploy PlantStore',
    'deploy --exclusively --no-rollback PlantStore-eu-west-1',
    'destroy PlantStore-eu-west-1',
  ],
])('%s makes a first deploy without rollback, and destroys no kept home', (document, ...all) => {
  const lines = [...read(document).matchAll(/^ *npx cdk (.+?)(?: +#.*)?$/gm)];
  expect(lines.map(([, words]) => words)).toEqual(all);
});

it('the budget of DEPLOY.md counts what has the tag of the stage', () => {
  const [, key, value] = /"TagKeyValue":\["user:(\w+)\$(\w+)"\]/.exec(read('docs/DEPLOY.md')) ?? [];
  const tags = propertiesOf('Tags', 'SNS::Topic');
  expect(tags).not.toEqual([]);
  for (const one of tags) expect(one).toContainEqual({ Key: key, Value: value });
});

it('RUNBOOK.md names the keys of both tables, and SECURITY.md the digests of the checks', () => {
  const keys = propertiesOf('KeySchema', 'DynamoDB::GlobalTable').map(
    (schema) => Object(schema)[0].AttributeName,
  );
  expect(read('docs/RUNBOOK.md')).toContain(`write \`${keys[1]}\` instead of \`${keys[0]}\``);
  expect(read('.github/SECURITY.md')).toContain(`start with \`${reserved.digests}\`,`);
});

it('the documents name the plants of the service itself', () => {
  const { probe, release } = reservedIds;
  const protocol = read('functions/create-plant/PROTOCOL.md');
  expect(protocol).toContain(`\`${probe}\` and \`${release}\`.`);
  expect(read('docs/PLANTS.md')).toContain(
    `The probe uses the id ${probe}, the check of a release ${release}.`,
  );
});

it('TOKENS.md and PLANTS.md have the defaults of the commands', async () => {
  const { stdout: help } = await token('--help');
  const [, days] = /or never \(default (\d+)d\)/.exec(help) ?? [];
  expect(read('docs/TOKENS.md')).toContain(`# valid for ${days} days, or --expires `);
  const texts = documents.map(read).join('\n');
  const uses = [...texts.matchAll(/token -- (\w+)[^\n`#]*? (--(?!stack|region)\w+)/g)];
  expect(uses.length).toBeGreaterThan(4);
  for (const [, name, option] of uses) expect(help).toMatch(new RegExp(` ${name} .*${option}\\b`));
  const [port] = readStartOptions([])?.dynamodbPorts ?? [];
  expect(read('docs/PLANTS.md')).toContain(`AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:${port} `);
});

it.each(['docs/TOKENS.md', '.github/SECURITY.md'])('%s has the pattern of a token', (document) => {
  const [, pattern = ''] = /`(plant_\[.+?\})`/.exec(read(document)) ?? [];
  const token = generateToken();
  expect(isToken(token)).toBe(true);
  expect(new RegExp(pattern).exec(`x${token}0`)?.[0]).toBe(token);
});
