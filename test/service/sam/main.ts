import '../../../tools/test/setup/without-aws.ts';
import { execFile } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { Problem } from '../../../infra/project/problem.ts';
import { storeDevelopmentTokens } from '../../../tools/commands/token/development-token.ts';
import { prepareTables } from '../../../tools/local/local-service.ts';
import { serveTables } from '../../../tools/local/tables/tables.ts';
import { runCommand } from '../../../tools/shared/terminal/run-command.ts';
import { readEvent } from '../../setup/event-files.ts';
import { outcomes } from '../events/outcomes.ts';

// `npm run test:sam`: runs each event of events/ by sam local invoke, in AWS's own images, on tables of its own.

const env = {
  ...process.env,
  // Keys that are only valid for local tables.
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_REGION: 'us-east-1',
  SAM_CLI_TELEMETRY: '0',
};

await runCommand(async () => {
  await call('sam', '--version');
  const format = '{{(index .IPAM.Config 0).Gateway}}';
  const bridge = await call('docker', 'network', 'inspect', 'bridge', '--format', format);
  const host = process.platform === 'linux' ? bridge.stdout.trim() : '127.0.0.1';
  const architecture = process.arch === 'arm64' ? 'arm64' : 'x86_64';
  using folder = mkdtempDisposableSync(join(tmpdir(), 'plant-store-sam-'));
  const assembly = join(folder.path, 'assembly');
  const synth = ['cdk', 'synth', '--quiet', '-c', `architecture=${architecture}`];
  await call('npx', ...synth, '--output', assembly);
  const tables = await serveTables(undefined, { host, ports: [0] });
  await prepareTables(tables.url, storeDevelopmentTokens);
  const variables = join(folder.path, 'env.json');
  const { port } = new URL(tables.url);
  writeFileSync(variables, JSON.stringify(readEvent('env.json')).replaceAll(':8000', `:${port}`));
  const settings = ['--template', join(assembly, 'PlantStore.template.json')];
  settings.push('--env-vars', variables, '--add-host', 'host.docker.internal:host-gateway');
  let wrong = 0;
  for (const { name, event, returned, refused } of outcomes) {
    const invoke = ['local', 'invoke', name, '--event', `events/${event}`, ...settings];
    const { stdout, stderr } = await call('sam', ...invoke);
    // The reason is in the log, which is JSON or text.
    const [, reason] = /\brefused"?: ?["'](\w+)["']/.exec(stderr) ?? [];
    const isRight = isDeepStrictEqual([JSON.parse(stdout), reason], [returned, refused]);
    console.log(isRight ? `ok     ${event}` : `WRONG  ${event}: ${stdout.trim()} ${reason ?? ''}`);
    if (!isRight) wrong += 1;
  }
  await tables.close();
  return wrong > 0 ? 1 : 0;
});

function call(program: string, ...args: string[]) {
  return promisify(execFile)(program, args, { env }).catch((error: Error) => {
    const [lastLine] = error.message.trim().split('\n').slice(-1);
    throw new Problem(`npm run test:sam needs AWS SAM CLI and a Docker engine: ${lastLine}`);
  });
}
