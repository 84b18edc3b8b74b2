import { execFile } from 'node:child_process';
import { Problem } from '../../../infra/problem.ts';

// AWS SAM CLI, which runs a function in AWS's own image.

interface Ended {
  /** A text where the program could not be started. */
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/** Ends with one sentence where sam or Docker is missing: nothing here is ever skipped. */
export async function requirePrograms(): Promise<void> {
  await required('sam', ['--version'], 'AWS SAM CLI');
  await required('docker', ['version'], 'a running Docker engine');
}

async function required(program: string, args: readonly string[], what: string): Promise<void> {
  const { code, stderr } = await run(program, args);
  if (code === 0) return;
  const why =
    typeof code === 'string' ? `cannot be started (${code}).` : `says: ${lastLine(stderr)}`;
  throw new Problem(`npm run test:sam needs ${what}: ${program} ${why}`);
}

/** The address of this machine for containers: that of Docker's bridge, where they share the machine's Linux. */
export async function bridgeAddress(): Promise<string> {
  if (process.platform !== 'linux') return '127.0.0.1';
  const format = '{{(index .IPAM.Config 0).Gateway}}';
  const args = ['network', 'inspect', 'bridge', '--format', format];
  const { code, stdout, stderr } = await run('docker', args);
  if (code === 0) return stdout.trim();
  throw new Problem(
    `Docker's bridge has no known address (${lastLine(stderr)}); say it by --host.`,
  );
}

export interface Invocation {
  readonly template: string;
  readonly functionName: string;
  readonly eventFile: string;
  readonly variablesFile: string;
}

export type Invoked =
  | {
      readonly returned: unknown;
      /** Why a token was refused, by the log. */
      readonly refused: string | undefined;
    }
  | { readonly problem: string };

/** Runs a function once; or tells what sam says went wrong. */
export async function invoke(invocation: Invocation): Promise<Invoked> {
  const { template, functionName, eventFile, variablesFile } = invocation;
  const { code, stdout, stderr } = await run('sam', [
    ...['local', 'invoke', functionName, '--template', template, '--event', eventFile],
    ...['--env-vars', variablesFile, '--add-host', 'host.docker.internal:host-gateway'],
  ]);
  if (code !== 0) return { problem: `sam ended with ${code}: ${lastLine(stderr)}` };
  try {
    // As JSON, or as text where sam does not pass the format on.
    const [, refused] = /\brefused"?: ?["'](\w+)["']/.exec(stderr) ?? [];
    return { returned: JSON.parse(stdout), refused };
  } catch {
    return { problem: `sam printed no JSON: ${JSON.stringify(stdout)}` };
  }
}

// Keys that open nothing: those of whoever runs it have no business in a container.
const surroundings = {
  ...process.env,
  AWS_PROFILE: undefined,
  AWS_SESSION_TOKEN: undefined,
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_REGION: 'us-east-1',
  SAM_CLI_TELEMETRY: '0',
};

function run(program: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(program, args, { env: surroundings }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : (error.code ?? `${error.signal}`), stdout, stderr });
    });
  });
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
