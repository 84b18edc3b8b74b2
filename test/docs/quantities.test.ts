import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checksumLength, randomLength } from '../../functions/authorize/token.ts';
import { maxDepth, maxValues } from '../../functions/create-plant/json-body.ts';
import { maxItemBytes } from '../../functions/create-plant/plant.ts';
import { longestMilliseconds } from '../../functions/shared/warm-up.ts';
import { memoryMegabytes } from '../../infra/base.ts';
import { alarmConditions, objectives } from '../../infra/monitoring/objectives.ts';
import { readSettings } from '../../infra/settings.ts';
import { replicationMilliseconds } from '../../tools/commands/token/regions.ts';
import { patienceMilliseconds } from '../../tools/commands/token/token-command.ts';
import { usualLifetime } from '../../tools/commands/token/tokens.ts';
import { payloadLimit } from '../../tools/local/lambda/invocation.ts';
import { groups } from '../lab/mutation/groups.ts';
import { resourceOf } from '../synthesized.ts';
import { inWords, percentOf } from './in-words.ts';

// Not Route 53, and not what test/docs/cost calculates.
const digits =
  '(?<!Route |request are |[\\w.:/-])[\\d,]*\\d(?:\\.\\d+)?(?! dollars a month(?::| without))';
const letters =
  '\\b(?:an|a(?= minute)|half an?|a quarter of an|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty)';
const units =
  'milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months|years?|characters|letters|times|levels|values|requests|units|reads|writes|instances|lines|events|tokens|plants|dollars|regions|tables|queries|million';
// Of three digits or more, but no year, and no status or code of an answer, which documents.test.ts compares.
const bare =
  '(?<![\\w.:/#-])(?!20\\d\\d\\b|[2-5]\\d\\d\\b|100[0-6]\\b)(?:\\d{1,3}(?:,\\d{3})+|\\d{3,})(?![\\w/:-]|[.,]\\d)';
const quantity = new RegExp(
  `${digits} ?(?:%|(?:[kMGT]B|ms|[smhdw])\\b)|(?:${digits}|${letters}) (?:[a-z]+ )?(?:${units})\\b|${bare}`,
  'gi',
);

function quantitiesIn(document: string): string[] {
  const text = readFileSync(document, 'utf8')
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[[*`]/g, '')
    .replace(/\s+/g, ' ');
  return [...new Set(text.toLowerCase().match(quantity))].toSorted();
}

function inEnglish(count: number): string {
  return count.toLocaleString('en');
}

const { throttleRate, throttleBurst, logRetentionDays } = readSettings({});
const { AuthorizerResultTtlInSeconds } = resourceOf('AWS::ApiGatewayV2::Authorizer').Properties;
const cacheMinutes = Number(AuthorizerResultTtlInSeconds) / 60;
const cached = inWords(cacheMinutes);
const lifetime = `${usualLifetime / 86_400} days`;
const plantSize = `${maxItemBytes / 1024} kb`;
const {
  FailingForMinutes,
  FailingForTwoMinutes,
  FailingAtLowTraffic,
  BudgetBurn,
  SteadyBurn,
  SilentLogs,
  ProbeSilent,
} = alarmConditions;
const { NearThrottle, RefusedTokens, CertificateExpires } = alarmConditions;
const deploy = readFileSync('docs/DEPLOY.md', 'utf8');
const [, budget] = /"Amount":"(\d+)"/.exec(deploy) ?? [];
const [, mutedHours] = /"Schedule=\{.*,Duration=PT(\d+)H\}"/.exec(deploy) ?? [];
const [jobMinutes] =
  readFileSync('.github/workflows/deploy.yml', 'utf8').match(/(?<=timeout-minutes: )\d{3}/) ?? [];
const slow = inWords(objectives.slowMilliseconds / 1000).replace('minutes', 'seconds');
const steadily = percentOf(objectives.failedShare);
const fullTraffic = percentOf(NearThrottle.above);

// A new quantity: compare it with its source, then add it here, as a value of the code if there is one.
it.each(
  Object.entries({
    'README.md': [
      `${cacheMinutes} minutes`,
      '128 mb',
      `${memoryMegabytes} mb`,
      // What somebody else measured, `npm ci`, and `npm run loop`.
      ...['134 ms', '700 mb', 'half a minute', 'half a second'],
    ],
    'docs/COST.md': [
      cached,
      plantSize,
      fullTraffic,
      `${memoryMegabytes} mb`,
      `${inEnglish(throttleRate)} requests`,
      `${throttleBurst} cold requests`,
      // What the calculation assumes.
      ...['10 requests', '1 kb', '15 ms', '1.2 kb', '1 ms', '5 ms', '1.5 kb', '0.2 gb', '3.3 tb'],
      ...['8 kb', '820 dollars', '1.5 instances', '2.5 %', '0.015 s', '150 busy instances'],
      ...['10,000 instances', '1 s', '30 ms', '0.20 a million', '56 %', 'two lines', 'two queries'],
      'two requests',
      // `npm run bench`, and `npm run load`.
      ...['103 ms', '128 mb', '1,024 mb', '6 times', '13 times', '20 requests', '400 plants'],
      // AWS's prices and limits.
      ...['0.90 a million', '300 million', '25 %', '5 %', '40,000 write units', '1,000 units'],
      ...['4,000 writes', '12,000 reads', '1,000 writes', '1,000 per second', '1,000 instances'],
      ...['10 seconds', 'half an hour', '1,000', '2,500', '10,000'],
      // A table of a day, which test/docs/cost calculates, and 12 and 120 thousand requests a second.
      ...['128', '2349', '12000', '6000', '120000', '60000', '12,000', '100', '100,000', '120,000'],
      '20000',
    ],
    'docs/DECISIONS.md': [
      steadily,
      '30 days',
      cached,
      lifetime,
      plantSize,
      `${inEnglish(throttleRate)} requests`,
      `${inEnglish(maxValues)} values`,
      `${maxDepth} levels`,
      `${payloadLimit / 1024 ** 2} mb`,
      `${logRetentionDays} days`,
      `${longestMilliseconds} ms`,
      '35 days',
      // The price of what was not chosen.
      ...['0.43 dollars', '3.50 a million', '52 dollars', '11 mb', '350 lines'],
      // Measured: layers by their user, Node 26, the compile cache.
      ...['0.8 s', '11.4 s', '13 %', '7 ms', '103'],
      String(2 ** 63),
    ],
    'docs/DEPLOY.md': [
      `${budget} dollars`,
      `${mutedHours} hours`,
      inWords(Number(jobMinutes)),
      // AWS's limits and prices, and the time of a release.
      ...['24 hours', '25 %', '35 days', 'three regions', 'an hour', 'half an hour', 'two hours'],
      'five hours',
      // The seconds of a role, and of the rehearsal.
      ...['7200', '14400', '120', '180'],
    ],
    'docs/PLANTS.md': ['0.10 dollars', '24 hours', '35 days', '8 kb', 'two plants'],
    'docs/REGIONS.md': ['three regions', 'two different plants', 'two regions'],
    'docs/RUNBOOK.md': [
      percentOf(FailingForMinutes.share),
      percentOf(FailingForTwoMinutes.share),
      percentOf(BudgetBurn.share),
      steadily,
      fullTraffic,
      slow,
      inWords(BudgetBurn.minutes),
      inWords(SteadyBurn.minutes),
      inWords(SilentLogs.minutes * SilentLogs.periods[0]),
      inWords(ProbeSilent.needsDataAfterMinutes),
      inWords(FailingForMinutes.periods[0]),
      inWords(FailingAtLowTraffic.periods[0]),
      inWords(FailingAtLowTraffic.periods[1]),
      inWords(RefusedTokens.minutes),
      `${RefusedTokens.above} tokens`,
      `${CertificateExpires.below} days`,
      `${inEnglish(2 * 24 * 60)} a day`,
      lifetime,
      'four characters',
      ...['five times', 'ten days', 'two plants', 'an hour', '14d', '1m', '5m'],
      // AWS's limits and prices.
      ...[
        '0.10 dollars',
        '100,000 events',
        '10,000 requests',
        '40,000 units',
        '35 days',
        '60 days',
      ],
      ...['1 day', 'three regions', '1,000'],
      // Examples of a throttle.
      ...['100', '5000', '2500'],
    ],
    'docs/TOKENS.md': [
      cached,
      lifetime,
      inWords(patienceMilliseconds / 60_000),
      `${replicationMilliseconds / 1000} seconds`,
      `${randomLength} random characters`,
      `${checksumLength} characters`,
      'four characters',
      ...['0s', '1h', '12h', '2w'],
    ],
    '.github/SECURITY.md': [
      `${randomLength + checksumLength} letters`,
      cached.replace(' ', ' more '),
      'four characters',
      'six characters',
      'a minute',
      'three working days',
    ],
    '.github/CONTRIBUTING.md': ['147 lines', '150 lines', '72 characters', '9229', '9230'],
    'functions/create-plant/PROTOCOL.md': ['three times', 'two regions'],
    'test/README.md': [
      ...Object.values(groups).map(({ leastScore }) => `${leastScore} %`),
      ...['a minute', '30 seconds', '200 plants', '200 kb', '15 %', 'two regions'],
      // `npm run mutation`
      ...['78.9 %', '85.7 %', '92.7 %', '92.8 %', '94.8 %', '95.2 %', '150', '190', '171', '842'],
      ...['888', '1,110', '1,198'],
      // Of properties, and a seed.
      ...['10,000', '1234'],
    ],
    'tools/contract/client/README.md': ['20 seconds', '35,000'],
  }),
)('%s has these quantities and no others', (document, quantities) => {
  expect(quantitiesIn(document)).toEqual([...new Set(quantities)].toSorted());
});

it('docs/COST.md has these amounts in its sentences and no others', () => {
  const sentences = readFileSync('docs/COST.md', 'utf8').replace(/^\|.*|\]\([^)]*\)/gm, '');
  const amounts = sentences.match(/(?<!token costs |and costs |[\d.])\d+\.\d{2,}/g);
  expect([...new Set(amounts)].toSorted()).toEqual(
    // Benchmark, Concurrency, the probe, and AWS's prices. test/docs/cost has the others.
    ['0.0007', '0.29', '0.015', '0.31', '0.86', '1.56']
      .concat(['0.02', '0.03', '0.10', '0.20', '0.25', '0.45', '0.50', '1.00'])
      .toSorted(),
  );
});
