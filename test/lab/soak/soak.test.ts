import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { UsageError } from '../../../infra/problem.ts';
import { onWindows } from '../../system.ts';
import { unthrottled } from '../../unthrottled.ts';
import { often } from '../prove/often.ts';
import { readSoakOptions } from './options.ts';
import { type SoakResult, soak } from './soak.ts';
import { findings } from './verdict.ts';
import { takeVitals, type Vitals } from './vitals.ts';

function wrongIn(result: SoakResult): string[] {
  return findings(result)
    .filter(({ wrong }) => wrong)
    .map(({ what, figure }) => `${what}: ${figure}`);
}

// Windows has no ps to tell the memory of an instance.
const itWithPs = it.skipIf(onWindows);

itWithPs('a short soak finds nothing wrong, and sends every kind of request', async () => {
  // Between two samples, at least one turn of the mix.
  const settings = {
    requests: often({ full: 1_200, short: 240 }),
    minutes: 1,
    clients: often({ full: 32, short: 16 }),
    samples: often({ full: 12, short: 8 }),
    mostInstances: often({ full: 4, short: 2 }),
  };
  const result = await soak({ ...settings, assembly: unthrottled() });
  expect(result.unexpected).toEqual([]);
  expect(wrongIn(result)).toEqual([]);
  expect(result.vitals.length).toBeGreaterThanOrEqual(settings.samples);
  expect(Object.keys(result.sent)).toHaveLength(11);
  const count = Object.values(result.sent).reduce((sum, one) => sum + one, 0);
  expect(count).toBe(settings.requests + 1);
});

it('a soak says what it lacks', () => {
  vi.stubEnv('PATH', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(() => takeVitals(0, [process.pid])).toThrow(
    'A soak needs the program ps, which is not here.',
  );
});

describe('a soak is wrong', () => {
  const calm: Vitals = {
    requests: 0,
    heap: 50,
    resident: 200,
    sockets: 64,
    handles: 90,
    pids: [1, 2],
    instance: 100,
  };
  /** Twenty samples, of which `change` tells the difference at each. */
  const resultWith = (change: (place: number) => Partial<Vitals>, unexpectedCount = 0) => ({
    seconds: 1,
    sent: {},
    unexpected: [],
    unexpectedCount,
    vitals: Array.from({ length: 20 }, (_, place) => ({
      ...calm,
      requests: place * 1_000,
      ...change(place),
    })),
  });

  it('with none of these', () => {
    expect(wrongIn(resultWith(() => ({})))).toEqual([]);
    // The warm-up is no leak, and memory goes up and down.
    const lively = (place: number) => ({ heap: place < 5 ? 10 : 50 + (place % 3) });
    expect(wrongIn(resultWith(lively))).toEqual([]);
  });

  it.each([
    ['heap of the gateway', (place: number) => ({ heap: 50 + place })],
    ['resident memory of its process', (place: number) => ({ resident: 200 + 40 * place })],
    ['resident memory of the largest', (place: number) => ({ instance: 100 + 40 * place })],
    ['open sockets', (place: number) => ({ sockets: 64 + place })],
    ['handles', (place: number) => ({ handles: 90 + place })],
    ['instances', (place: number) => ({ pids: place < 10 ? [1, 2] : [1, 3] })],
    ['instances', (place: number) => ({ pids: place < 10 ? [1, 2] : [1, 2, 3] })],
    ['instances', () => ({ pids: [] })],
  ])('when the %s changes', (what, change) => {
    const wrong = wrongIn(resultWith(change));
    expect(wrong).toHaveLength(1);
    expect(wrong[0]).toContain(what);
  });

  it('when one answer was unexpected', () => {
    expect(wrongIn(resultWith(() => ({}), 1))).toEqual(['unexpected answers: 1']);
  });

  it('when it ended too early to see anything', () => {
    const short = { ...resultWith(() => ({})), vitals: [calm, calm, calm] };
    expect(wrongIn(short)).toEqual(['time to see anything: 3 samples']);
  });
});

describe('npm run soak', () => {
  it('sends a million requests or goes on for 20 minutes, unless told otherwise', () => {
    const usual = { requests: 1_000_000, minutes: 20, clients: 64, help: false };
    expect(readSoakOptions([])).toEqual(usual);
    const told = ['--requests', '5000', '--minutes', '2', '--clients', '8'];
    expect(readSoakOptions(told)).toEqual({
      requests: 5_000,
      minutes: 2,
      clients: 8,
      help: false,
    });
  });

  it.each([
    [['--requests', 'many'], /^--requests takes a whole number from 1000 to \d+, not "many"\.$/],
    [['--requests', '999'], /^--requests takes /],
    [['--minutes', '0'], /^--minutes takes a whole number from 1 to 10000, not "0"\.$/],
    [['--clients', '1e3'], /^--clients takes /],
    [['--hours', '1'], /^Unknown option '--hours'\. Try --help\.$/],
    [['--requests'], /^Option '--requests <value>' argument missing\. Try --help\.$/],
  ])('refuses %j in one sentence', (args, sentence) => {
    expect(() => readSoakOptions(args)).toThrow(UsageError);
    expect(() => readSoakOptions(args)).toThrow(sentence);
  });
});
