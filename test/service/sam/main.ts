import { execFile } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { storeDevelopmentTokens } from '../../../infra/commands/development-token.ts';
import { readArguments, type Values } from '../../../infra/commands/terminal/options.ts';
import { runCommand } from '../../../infra/commands/terminal/run-command.ts';
import { openStackTables } from '../../../infra/local/data-folder/stack-tables.ts';
import { synthesizeInThread } from '../../../infra/local/synthesis/synthesis.ts';
import { readCloudAssembly } from '../../../infra/local/template/cloud-assembly.ts';
import { Problem } from '../../../infra/problem.ts';
import { readEvent } from '../events/event-files.ts';
import { authorizeOutcomes, createPlantOutcomes } from '../events/expected.ts';

const line = {
  command: 'npm run test:sam',
  about:
    "Runs each event of events/ by sam local invoke, in AWS's own images, on tables of its own.",
  usage: ['[options]'],
  options: {
    host: {
      takes: 'ADDRESS',
      help: "the address of the tables for containers (default: Docker's bridge on Linux, or 127.0.0.1)",
    },
    assembly: {
      takes: 'DIR',
      help: 'a folder that cdk synth wrote (default: the stack is synthesized)',
    },
  },
  notes:
    'It needs AWS SAM CLI and a running Docker engine. Ends with 1 without them, or if an answer is not the expected one.',
} as const;

// Keys that are only valid for local tables. The user's own keys must not get into a container.
const keys = {
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_REGION: 'us-east-1',
};
const noProfile = { AWS_PROFILE: undefined, AWS_SESSION_TOKEN: undefined, SAM_CLI_TELEMETRY: '0' };

await runCommand((args) => {
  const given = readArguments(args, line);
  return given && run(given.values);
});

async function run(options: Values<typeof line.options>): Promise<number> {
  await call('sam', '--version');
  const format = '{{(index .IPAM.Config 0).Gateway}}';
  const bridge = await call('docker', 'network', 'inspect', 'bridge', '--format', format);
  const usualHost = process.platform === 'linux' ? bridge.stdout.trim() : '127.0.0.1';
  const architecture = process.arch === 'arm64' ? 'arm64' : 'x86_64';
  const assembly = options.assembly
    ? { folder: options.assembly, remove: () => {} }
    : await synthesizeInThread({ context: { architecture } });
  const content = { ...readCloudAssembly(assembly.folder), fill: storeDevelopmentTokens };
  const address = { host: options.host ?? usualHost, ports: [0] };
  const tables = await openStackTables(undefined, content, address);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'plant-store-sam-'));
  const variables = join(folder.path, 'env.json');
  const { port } = new URL(tables.url);
  writeFileSync(variables, JSON.stringify(readEvent('env.json')).replaceAll(':8000', `:${port}`));
  const settings = ['--template', join(assembly.folder, 'PlantStore.template.json')];
  settings.push('--env-vars', variables, '--add-host', 'host.docker.internal:host-gateway');
  let wrong = 0;
  for (const { event, returned, refused } of [...createPlantOutcomes, ...authorizeOutcomes]) {
    const name = event.startsWith('authorize') ? 'Authorize' : 'CreatePlant';
    const invoke = ['local', 'invoke', name, '--event', `events/${event}`, ...settings];
    const { stdout, stderr } = await call('sam', ...invoke);
    // The reason is in the log, which is JSON or text.
    const [, reason] = /\brefused"?: ?["'](\w+)["']/.exec(stderr) ?? [];
    const isRight = isDeepStrictEqual([JSON.parse(stdout), reason], [returned, refused]);
    console.log(isRight ? `ok     ${event}` : `WRONG  ${event}: ${stdout.trim()} ${reason ?? ''}`);
    if (!isRight) wrong += 1;
  }
  await tables.close();
  assembly.remove();
  return wrong > 0 ? 1 : 0;
}

function call(program: string, ...args: string[]) {
  const env = { ...process.env, ...keys, ...noProfile };
  return promisify(execFile)(program, args, { env }).catch((error: Error) => {
    const [lastLine] = error.message.trim().split('\n').slice(-1);
    throw new Problem(`npm run test:sam needs AWS SAM CLI and a Docker engine: ${lastLine}`);
  });
}
