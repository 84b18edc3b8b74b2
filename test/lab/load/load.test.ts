import { expect, it, onTestFinished } from 'vitest';
import { run } from '../../command.ts';
import { startDynamodbProxy } from '../../dynamodb-proxy.ts';
import { plantAnswer } from '../../plants.ts';
import { testGateway } from '../../tools/local/gateway/test-gateway.ts';

const plant = { statusCode: 200, body: plantAnswer() };

async function load(words: string, env: NodeJS.ProcessEnv = {}) {
  const { code, stdout, stderr } = await run('test/lab/load/main.ts', words.split(' '), { env })
    .ended;
  return { code, stdout: stdout.replace(/ +/g, ' '), stderr };
}

it('sends at its rate without waiting for answers, each id once', async () => {
  const { promise: all, resolve } = Promise.withResolvers<typeof plant>();
  const bodies = new Set<string | undefined>();
  const create = ({ body }: { body?: string }) => {
    if (bodies.add(body).size === 40) resolve(plant);
    return all;
  };
  const { port, events } = await testGateway({ create });
  const { code, stdout } = await load(`--url http://127.0.0.1:${port}/ --rate 40 --seconds 1`);
  expect(stdout).toMatch(/^40 requests, 40 a second, .* late; the gateway refused 0\./);
  expect(stdout).toMatch(/\| 200 \| function \| 40 \| \d+\.\d \| \d+\.\d \|/);
  expect(events.Create).toHaveLength(40);
  const bars = [...stdout.matchAll(/up to \d+ ms █* ?(\d+)$/gm)].map(([, count]) => Number(count));
  expect(bars.reduce((sum, count) => sum + count, 0)).toBe(40);
  expect(code).toBe(0);
}, 60_000);

it('counts each kind of answer, and what the gateway refused', async () => {
  const failed = { statusCode: 400, body: '{"error":1006,"message":"please retry"}' };
  const stage = { DefaultRouteSettings: { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 4 } };
  let calls = 0;
  const create = () => (calls++ % 2 === 0 ? plant : failed);
  const { port, records } = await testGateway({ create, stage });
  const { stdout } = await load(`--url http://localhost:${port} --rate 30 --seconds 1`);
  const refused = records.filter(({ status }) => status === 429).length;
  expect(refused).toBeGreaterThan(0);
  expect(stdout).toContain(`the gateway refused ${refused}.`);
  const rows = [...stdout.matchAll(/^\| (\d+(?: \d+)?) \| (\w+) \| (\d+) \|/gm)];
  expect(rows.map(([, ...cells]) => cells)).toEqual([
    ['200', 'function', `${Math.ceil(calls / 2)}`],
    ['400 1006', 'function', `${Math.floor(calls / 2)}`],
    ['429', 'gateway', `${refused}`],
  ]);
});

it('also counts requests without an answer', async () => {
  const { stdout } = await load('--url http://127.0.0.1:1 --rate 3 --seconds 1');
  expect(stdout).toMatch(/\| none \(\w+\) \| \| 3 \|/);
});

it.each([
  ['--rate 2 --seconds 1', '--url takes a URL of this machine'],
  ['--url https://plants.example.com', '--url takes a URL of this machine'],
  ['--url http://127.0.0.1:1 --stack PlantStore', 'Use either --url or --stack.'],
  ['--stack PlantStore', 'The variable TOKEN has no token of the stack.'],
])('%s is a mistake', async (words, sentence) => {
  const { code, stdout, stderr } = await load(words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(sentence);
});

it.each([
  ['true', 1, 'The stack PlantStore is kept: use a disposable stage.'],
  ['false', 0, ''],
])('sends to a stack if its protection is not %s', async (isProtected, expected, sentence) => {
  const { port, events } = await testGateway({ create: () => plant });
  const output = `<OutputKey>ApiUrl</OutputKey><OutputValue>http://127.0.0.1:${port}</OutputValue>`;
  const protection = `<EnableTerminationProtection>${isProtected}</EnableTerminationProtection>`;
  const stack = `<member>${protection}<Outputs><member>${output}</member></Outputs></member>`;
  const xml = `<DescribeStacksResult><Stacks>${stack}</Stacks></DescribeStacksResult>`;
  const { url, stop } = await startDynamodbProxy({
    hook: (response) => response.end(`<DescribeStacksResponse>${xml}</DescribeStacksResponse>`),
  });
  onTestFinished(stop);
  const env = {
    ...{ AWS_ENDPOINT_URL_CLOUDFORMATION: url, AWS_REGION: 'eu-central-1', TOKEN: 'plant_x' },
    ...{ AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
  };
  const { code, stderr } = await load('--stack PlantStore --rate 2 --seconds 1', env);
  expect({ code, stderr: stderr.trim() }).toEqual({ code: expected, stderr: sentence });
  expect(events.Create).toHaveLength(expected === 0 ? 2 : 0);
});
