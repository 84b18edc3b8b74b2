import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { authorize } from '../../functions/authorize/authorize.ts';
import { failureAnswer } from '../../functions/create-plant/answer.ts';
import { createPlant } from '../../functions/create-plant/create-plant.ts';
import { Failure } from '../../functions/create-plant/failure.ts';
import { type AlarmCondition, alarmConditions } from '../../infra/monitoring/objectives.ts';
import { generateToken } from '../../tools/commands/token/generate-token.ts';
import { context, createPlantEvent } from '../events.ts';
import { plantJson } from '../plants.ts';
import { resourceOf, resourcesOf } from '../synthesized.ts';
import { domainIn, synthesizedWith } from '../synthesized-with.ts';
import { inWords, percentOf } from './in-words.ts';

const runbook = readFileSync('docs/RUNBOOK.md', 'utf8');
const [intro = ''] = runbook.split(/^## /m);
const entries = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);

// With a domain, because its certificate has an alarm.
const { template } = synthesizedWith(domainIn('eu-central-1')).getStackByName('PlantStore');
const composites = resourcesOf('AWS::CloudWatch::CompositeAlarm', template);
const single = resourcesOf('AWS::CloudWatch::Alarm', template);
const alarms = Object.entries({ ...composites, ...single }).map(([id, { Properties }]) => ({
  name: nameOf(Properties),
  description: String(Properties['AlarmDescription']),
  topic: JSON.stringify(Properties['AlarmActions']) as string | undefined,
  /** The one that calls somebody if this one does not. */
  partOf: Object.values(composites).find((one) =>
    JSON.stringify(one.Properties['AlarmRule']).includes(`"${id}"`),
  )?.Properties,
}));

function nameOf({ AlarmName }: Readonly<Record<string, unknown>>): string {
  return String(AlarmName).replace('PlantStore-', '');
}

const windows: Readonly<Record<number, string>> = {
  3: ' of three',
  60: ' of the last hour',
  120: ' of two hours',
};

/** `three minutes of the last hour`: how long a fault turns an alarm on. */
function timeOf({ minutes = 1, periods: [bad, all] }: AlarmCondition): string {
  return `${inWords(minutes * bad)}${windows[minutes * all] ?? ''}`;
}

/** What the entry of an alarm says first. */
function meaningOf(name: string): string {
  return new RegExp(`^### ${name}\n\n(.*)`, 'm').exec(runbook)?.[1] ?? '';
}

describe('the runbook', () => {
  it.each([
    ['Pages', 'AlarmTopic'],
    ['Tickets', 'TicketTopic'],
  ])('begins with the alarms that call somebody: %s', (kind, topic) => {
    const [, list = ''] = new RegExp(`^\\*\\*${kind}:\\*\\* (.+)\\.$`, 'm').exec(intro) ?? [];
    const listed = [...list.matchAll(/\[(\w+)\]/g)].map(([, name]) => name);
    const calling = alarms.filter((alarm) => alarm.topic?.includes(topic));
    expect(listed.toSorted()).toEqual(calling.map(({ name }) => name).toSorted());
    expect(entries).toEqual(expect.arrayContaining(listed));
  });

  it.each(alarms)(
    'explains $name where its description points',
    ({ name, topic, description, partOf }) => {
      const [, entry] = /^[A-Z].{20,}[.] docs\/RUNBOOK\.md#([a-z-]+)$/.exec(description) ?? [];
      if (topic) expect(entry).toBe(name.toLowerCase());
      else {
        expect(entry).toBe(partOf ? nameOf(partOf).toLowerCase() : 'roll-back');
        expect(intro).toContain(`\`${name}\``);
      }
      const condition: AlarmCondition | undefined = Object(alarmConditions)[name];
      const text = topic ? meaningOf(name) : description;
      const { share = 1 } = condition ?? {};
      if (share < 0.5) expect(text).toContain(` ${percentOf(share)} `);
      const withoutTime = /Release$|^(UnexpectedFailure|EndedToken|CertificateExpires)$/;
      if (!condition || withoutTime.test(name)) return;
      expect(text.toLowerCase()).toContain(timeOf(condition));
    },
  );

  const { FailingForMinutes, FailingForTwoMinutes, FailingAltogether, SlowAnswers } =
    alarmConditions;
  const two = `; or ${percentOf(FailingForTwoMinutes.share)} in two, if in one of them more than ${FailingAltogether.above} failed and none was served.`;
  it.each([
    ['Unavailable', FailingForMinutes, two],
    ['Slow', SlowAnswers, ''],
  ])('has the numbers of the parts of %s', (name, { share }, other) => {
    expect(meaningOf(name)).toContain(other);
    const whole = alarms.find((alarm) => alarm.name === name)?.description;
    const parts = alarms.filter(({ partOf }) => partOf && nameOf(partOf) === name);
    const descriptions = parts.map(({ description }) => description).join();
    for (const text of [meaningOf(name).replace(other, ''), whole]) {
      expect(text?.match(/ \d+ % /g)).toEqual([` ${percentOf(share)} `]);
    }
    const times = meaningOf(name).match(/\w+ minutes of (the last hour|two hours)/g) ?? [];
    expect(times).not.toEqual([]);
    for (const time of times) expect(descriptions).toContain(time);
  });

  const { NearThrottle, CertificateExpires, ProbeSilent, RefusedTokens } = alarmConditions;
  const slow = Object.values(composites).find(({ Properties }) => nameOf(Properties) === 'Slow');
  const waitMinutes = Number(slow?.Properties['ActionsSuppressorWaitPeriod']) / 60;
  it.each([
    ['NearThrottle', `above ${percentOf(NearThrottle.above)} `],
    ['CertificateExpires', ` within ${CertificateExpires.below} days`],
    ['ProbeSilent', `waits ${inWords(ProbeSilent.needsDataAfterMinutes)}`],
    ['RefusedTokens', `More than ${RefusedTokens.above} tokens`],
    ['Slow', `waits ${inWords(waitMinutes)}`],
  ])('has the limit of %s: %s', (name, text) => expect(meaningOf(name)).toContain(text));

  it('has the pace of a release', () => {
    const [, percent, minutes] =
      /Linear(\d+)PercentEvery(\d+)Minutes"/.exec(
        JSON.stringify(resourcesOf('AWS::CodeDeploy::DeploymentGroup')),
      ) ?? [];
    expect(percent).toBe('10');
    expect(runbook).toContain(` another tenth of the traffic every ${inWords(Number(minutes))},`);
  });

  it('begins with the alarms that roll a release back', () => {
    const groups = JSON.stringify(resourcesOf('AWS::CodeDeploy::DeploymentGroup', template));
    const ids = [...groups.matchAll(/"Name":\{"Ref":"(\w+)"/g)].map(([, id = '']) => id);
    const names = ids.map((id) => nameOf(single[id]?.Properties ?? {}));
    const [, listed = ''] = /^- (.+) \[roll a release back\]/m.exec(intro) ?? [];
    expect(listed.match(/\w{4,}/g)?.toSorted()).toEqual([...new Set(names)].toSorted());
  });

  it('looks for each reason why plants are not stored', () => {
    const [, section = ''] = /^### Why plants are not stored$(.*?)^###/ms.exec(runbook) ?? [];
    const [, filter] = /filter message\.error in \[(.+)\]/.exec(section) ?? [];
    const reasons = [...section.matchAll(/^- (\d{4})/gm)].map(([, code]) => code);
    expect(filter).toBe([...new Set(reasons)].join(', '));
  });
});

const { Format } = Object(resourceOf('AWS::ApiGatewayV2::Stage').Properties['AccessLogSettings']);

/** A line of the access log. A variable without a value is "-". */
function accessLine(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const line: Record<string, string> = JSON.parse(Format);
  const written = Object.entries(line).map(([field, variable]) => {
    return [field, String(values[variable.replace('$context.', '')] ?? '-')];
  });
  return Object.fromEntries(written);
}

describe('the recipe of Unavailable', () => {
  const [, recipe = ''] = /^### Unavailable$.*?by the line:\n\n(.*?)\n\n/ms.exec(runbook) ?? [];
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html: for a Lambda proxy,
  // integration.status is what the function answered, and integration.integrationStatus what Lambda answered.
  const ofGateway = [
    { status: 400, 'error.message': 'Bad Request' },
    { status: 429, 'error.message': 'Too Many Requests' },
    { status: 500, 'integration.integrationStatus': 429, 'integration.error': 'Rate Exceeded' },
    { status: 500, 'authorizer.error': 'failed' },
  ];

  const { statusCode } = failureAnswer(new Failure('unexpected', 'no'));
  const answered = { 'integration.status': statusCode, 'integration.integrationStatus': 200 };
  const lines = [{ status: statusCode, ...answered }, ...ofGateway].map(accessLine);

  it.each(recipe.split('\n'))('describes lines that the access log can have: %s', (bullet) => {
    const [, status] = /^- (\d{3}) /.exec(bullet) ?? [];
    const described = [...bullet.matchAll(/`([a-z][\w.]+)`(?: `?(\d+|-)`?)?[ :,]/g)].map(
      ([, field = '', value]) => [field, value ?? expect.stringMatching(/\w/)],
    );
    const line = Object.fromEntries(status ? [...described, ['status', status]] : described);
    expect(lines).toContainEqual(expect.objectContaining(line));
  });
});

/** The names of all fields in lines as Lambda writes them around what a function logs, by its name in the runbook. */
async function loggedFields(): Promise<Record<string, string[]>> {
  const spies = (['info', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => {}),
  );
  const taken = () => {
    const messages = spies.flatMap((spy) => spy.mock.calls.map(([message]) => message));
    for (const spy of spies) spy.mockClear();
    const fields = fieldsOf(JSON.parse(JSON.stringify(messages)));
    return fields.map((field) => field.replace(/^\d+/, 'message'));
  };
  const cause = Object.assign(new Error('a bug'), {
    throttlingReasons: [{ reason: 'TableWriteAccountLimitExceeded' }],
  });
  const create = createPlant(() => Promise.reject(cause));
  await create(createPlantEvent(plantJson()), context());
  const CreatePlant = taken();
  const identitySource = [`Bearer ${generateToken()}`];
  const event = { identitySource, requestContext: { requestId: 'x' } } as never;
  await authorize(() => Promise.reject(new Error('down')))(event).catch(() => {});
  await authorize(() => Promise.resolve({ client: 'x', lastFour: 'abcd', revoked: 1 }))(event);
  const Authorize = taken();
  vi.restoreAllMocks();
  return { CreatePlant, Authorize };
}

function fieldsOf(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'object' ? fieldsOf(inner, `${path}${key}.`) : [`${path}${key}`],
  );
}

// .github/SECURITY.md: "The access log has the client and the last four characters of the token"
it('the access log has what the authorizer returns, by its name', async () => {
  const event = { identitySource: [`Bearer ${generateToken()}`] } as never;
  const answer = await authorize(async () => ({ client: 'x', lastFour: 'abcd' }))(event);
  const named = [...Format.matchAll(/\$context\.authorizer\.(\w+)/g)].map(([, name]) => name);
  expect([...Object.keys(Object(answer).context), 'error']).toEqual(named);
});

/** The queries under each heading, each with the log that the text before it names. */
const queries = ['RUNBOOK', 'DEPLOY']
  .flatMap((name) => readFileSync(`docs/${name}.md`, 'utf8').split(/^##+ /m))
  .flatMap((part) =>
    [...part.matchAll(/([\s\S]*?)((?:```sql\n[\s\S]*?```\s*)+)/g)].flatMap(
      ([, text = '', blocks = '']) => {
        const found = [...blocks.matchAll(/```sql\n([\s\S]*?)```/g)];
        const logs = [...text.matchAll(/(?:[Ii]n|log) `(\w+)`/g)].slice(-found.length);
        return found.map(([, query = ''], index) => ({
          heading: part.split('\n', 1)[0] ?? '',
          log: logs[index]?.[1] ?? 'no log',
          query: query.replace(/^ +/gm, ''),
        }));
      },
    ),
  );

it('has queries for fields that occur in their log, in words of the language', async () => {
  const fields: Record<string, string[]> = {
    ...(await loggedFields()),
    access: Object.keys(JSON.parse(Format)),
    // https://docs.aws.amazon.com/lambda/latest/dg/nodejs-logging.html (what a function throws)
    ProbeLogs: ['message.errorMessage'],
  };
  const common = [
    // https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html
    ...['@timestamp', '@message', 'level', 'type', 'record.status', 'record.errorType'],
    ...['record.metrics.durationMs', 'record.metrics.initDurationMs'],
    ...'fields filter stats sort limit by as and or in like desc count pct bin ispresent max asc'.split(
      ' ',
    ),
  ];
  expect(queries.length).toBeGreaterThan(10);
  for (const { log, query } of queries) {
    const bare = query.replace(/"[^"]*"|\/[^/\n]*\/|\b\d+m?\b/g, '');
    const named = [...bare.matchAll(/ as (\w+)/g)].map(([, name]) => name);
    const known = [...common, ...named, ...(fields[log] ?? [])];
    const words = bare.match(/@?[a-z][\w.]*/gi) ?? [];
    expect(fields, query).toHaveProperty(log);
    expect(
      words.filter((word) => !known.includes(word)),
      query,
    ).toEqual([]);
  }
});

/** Whether the filter of a query finds a line. The names in a line have dots, as in the query. */
function filterOf(query: string): (line: Readonly<Record<string, unknown>>) => boolean {
  const [, condition = 'true'] = /^(?:\| )?filter (.+)$/m.exec(query) ?? [];
  const code = condition
    .replace(/([\w.]+) in (\[[^\]]*\])/g, '$2.includes(line["$1"])')
    .replace(/([\w.]+) like (\/[^/]+\/)/g, '$2.test(line["$1"])')
    .replace(/ispresent\(([\w.]+)\)/g, 'line["$1"] != null')
    .replace(/([\w.]+) (!?)= ("[^"]*"|\d+)/g, 'line["$1"] $2== $3')
    .replaceAll(' and ', ' && ')
    .replaceAll(' or ', ' || ');
  return new Function('line', `return ${code}`) as ReturnType<typeof filterOf>;
}

it('has queries that find the lines that they are for, and no others', () => {
  const [client, nobody] = [{ client: 'NAME', lastFour: 'wXyZ' }, { client: '-' }];
  const refused = (reason: string) => ({ level: 'INFO', 'message.refused': reason });
  const answer = (error: number) => ({ level: 'INFO', 'message.error': error });
  const lines = {
    ok: { status: '200', ...client },
    ofAnotherToken: { status: '200', ...client, lastFour: '0000' },
    badRequest: { status: '400', ...client },
    noToken: { status: '401', ...nobody },
    quote: { status: '401', ...nobody, userAgent: 'a"b' },
    wrongToken: { status: '403', ...nobody },
    throttled: { status: '429', ...nobody },
    throttledClient: { status: '429', ...client },
    broken: { status: '500', ...nobody },
    probeFailed: { level: 'ERROR', 'message.errorMessage': 'an answer of 500' },
    report: { type: 'platform.report', 'record.status': 'success' },
    startFailed: { type: 'platform.initReport', 'record.status': 'error' },
    timeout: { type: 'platform.report', 'record.status': 'timeout' },
    outOfMemory: { level: 'FATAL' },
    code1000: { ...answer(1000), level: 'ERROR' },
    code1003: answer(1003),
    code1006: { ...answer(1006), level: 'ERROR' },
    expired: refused('expired'),
    revoked: refused('revoked'),
    unknown: refused('unknown'),
  };
  const found = queries.map(({ heading, query }) => {
    const names = Object.entries(lines).filter(([, line]) => filterOf(query)(line));
    const all = names.length === Object.keys(lines).length;
    return [heading, all ? 'all' : names.map(([name]) => name).join(' ')];
  });
  const errors = 'outOfMemory code1000 code1006';
  expect(found).toEqual([
    ['Unavailable', 'badRequest throttled throttledClient broken'],
    ['Unavailable', 'probeFailed'],
    ['Slow', 'report timeout'],
    ['ProbeSilent', 'all'],
    ['UnexpectedFailure', 'code1000'],
    ['EndedToken', 'expired revoked'],
    ['RefusedTokens', 'expired revoked unknown'],
    ['RefusedTokens', 'wrongToken'],
    ['Requests of each client', 'all'],
    ['Why plants are not stored', 'code1000 code1006'],
    ['The authorizer has no answer', `probeFailed ${errors}`],
    ['CreatePlant crashes', `probeFailed startFailed timeout ${errors}`],
    ['A flood without tokens', 'noToken quote wrongToken throttled'],
    ['Unused tokens', 'ok ofAnotherToken badRequest throttledClient'],
    ['Revoke or rotate a leaked token', 'ok badRequest throttledClient'],
    ['Rehearse', 'quote'],
  ]);
});
