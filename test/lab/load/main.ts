import { setTimeout as pause } from 'node:timers/promises';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { Problem, UsageError } from '../../../infra/base.ts';
import { developmentToken } from '../../../tools/commands/development-token.ts';
import { readArguments, wholeNumber } from '../../../tools/commands/terminal/options.ts';
import { runCommand } from '../../../tools/commands/terminal/run-command.ts';
import { isLoopback } from '../../../tools/local/machine/own-address.ts';
import { path, plantJson } from '../../plants.ts';
import { table } from '../bench/results.ts';
import { percentile } from '../bench/statistics.ts';

const line = {
  command: 'npm run load',
  about: 'Sends plants with different ids at a constant rate, also while answers are late.',
  usage: ['--url URL [options]', '--stack NAME [options]'],
  options: {
    url: { takes: 'URL', help: 'a service on this machine' },
    stack: { takes: 'NAME', help: 'a deployed stack of a disposable stage' },
    rate: { takes: 'N', default: '200', help: 'requests a second' },
    seconds: { takes: 'N', default: '60', help: 'how long' },
  },
  notes: `The variable TOKEN has the token; on this machine, the development token is the default. Times count
from the moment at which a request was due. The plants stay in the table. It ends with 1 if this machine
cannot send at that rate.`,
} as const;

interface Outcome {
  readonly answer: string;
  readonly by: string;
  readonly milliseconds: number;
}

await runCommand(async (args) => {
  const values = readArguments(args, line)?.values;
  if (values === undefined) return;
  const rate = wholeNumber('--rate', values.rate, { most: 10_000 });
  const seconds = wholeNumber('--seconds', values.seconds, { most: 3_600 });
  const { url, token } = await targetOf(values);
  const startedAt = performance.now();
  const sending: Promise<Outcome>[] = [];
  // All ids of a run are new, because they begin with its time.
  const firstId = Date.now() * 1_000;
  let latest = 0;
  while (sending.length < rate * seconds) {
    const dueAt = startedAt + (sending.length * 1_000) / rate;
    const late = performance.now() - dueAt;
    if (late > 5_000) throw new Problem(`This machine cannot send ${rate} requests a second.`);
    if (late < 0) await pause(-late);
    latest = Math.max(latest, late);
    sending.push(send(url, token, firstId + sending.length, dueAt));
  }
  const outcomes = await Promise.all(sending);
  const sent = `${outcomes.length} requests, ${rate} a second, at most ${latest.toFixed()} ms late`;
  console.log(`${sent}; ${report(outcomes)}`);
});

/** A deployed URL must come from its stack: otherwise the stage can be one with clients and alarms. */
async function targetOf({ url = '', stack }: Partial<Record<'url' | 'stack', string | undefined>>) {
  const { TOKEN: token } = process.env;
  if (stack === undefined) {
    if (isLoopback(URL.parse(url)?.hostname.replace(/[[\]]/g, '') ?? ''))
      return { url, token: token ?? developmentToken };
    throw new UsageError('--url takes a URL of this machine. For a deployed stack, use --stack.');
  }
  if (url !== '') throw new UsageError('Use either --url or --stack.');
  if (token === undefined) throw new UsageError('The variable TOKEN has no token of the stack.');
  return { url: await urlOf(stack), token };
}

/** The URL of a stack that can be deleted: only then, the stage is disposable. */
async function urlOf(StackName: string): Promise<string> {
  const { Stacks } = await new CloudFormationClient().send(
    new DescribeStacksCommand({ StackName }),
  );
  const { EnableTerminationProtection: isKept = true, Outputs = [] } = Stacks?.[0] ?? {};
  if (isKept) throw new Problem(`The stack ${StackName} is kept: use a disposable stage.`);
  const { OutputValue: url } = Outputs.find(({ OutputKey }) => OutputKey === 'ApiUrl') ?? {};
  if (url === undefined) throw new Problem(`The stack ${StackName} has no output ApiUrl.`);
  return url;
}

async function send(url: string, token: string, id: number, dueAt: number): Promise<Outcome> {
  const { answer, by } = await fetch(url.replace(/\/$/, '') + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: plantJson(id),
    signal: AbortSignal.timeout(60_000),
  })
    .then(async (response) => {
      // The gateway's own answers have a message and no code of an error.
      const { error, message } = Object(await response.json());
      const isRefusal = error === undefined && message !== undefined;
      const answer = [response.status, error].join(' ').trim();
      return { answer, by: isRefusal ? 'gateway' : 'function' };
    })
    .catch(({ cause, name }) => ({ answer: `none (${cause?.code ?? name})`, by: '' }));
  return { answer, by, milliseconds: performance.now() - dueAt };
}

function report(outcomes: readonly Outcome[]): string {
  const rows = Map.groupBy(outcomes, ({ answer, by }) => `${answer}|${by}`);
  const figures = [...rows].toSorted().map(([key, same]) => {
    const times = same.map(({ milliseconds }) => milliseconds);
    const quantiles = [0.5, 0.99].map((share) => percentile(times, share).toFixed(1));
    return [...key.split('|'), `${same.length}`, ...quantiles];
  });
  const refused = outcomes.filter(({ by }) => by === 'gateway').length;
  return [
    `the gateway refused ${refused}.`,
    table(['answer', 'by', 'requests', 'p50, ms', 'p99, ms'], figures),
    picture(outcomes.map(({ milliseconds }) => milliseconds)),
  ].join('\n\n');
}

/** How many requests took how long. Each row has twice the time of the row before it. */
function picture(times: readonly number[]): string {
  const rows = Map.groupBy(times, (time) => Math.max(0, Math.ceil(Math.log2(time))));
  const most = Math.max(...[...rows.values()].map(({ length }) => length));
  return Array.from({ length: Math.max(...rows.keys()) + 1 }, (_, power) => {
    const { length } = rows.get(power) ?? [];
    const bar = '█'.repeat(Math.ceil((40 * length) / most));
    return `${`up to ${2 ** power} ms`.padStart(16)} ${bar} ${length}`;
  }).join('\n');
}
