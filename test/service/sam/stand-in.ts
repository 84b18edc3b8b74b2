import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Template } from '../../synthesized.ts';

// Stands in for `sam`, where no Docker engine runs: the real bundle, in this process instead of a container.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    version: { type: 'boolean' },
    template: { type: 'string', default: '' },
    event: { type: 'string', default: '' },
    'env-vars': { type: 'string', default: '' },
    'add-host': { type: 'string', multiple: true, default: [] },
  },
});

if (values.version) console.log('SAM CLI, version 0.0.0');
else if (!misbehaves()) await invoke();

/** What a test has it do with some events, by their files. */
function misbehaves(): boolean {
  const faults = JSON.parse(process.env['STAND_IN_FAULTS'] ?? '{}') as Record<string, string>;
  const [, fault] = Object.entries(faults).find(([file]) => values.event.endsWith(file)) ?? [];
  if (fault === 'fails') {
    console.error('Building image\nError: the image cannot be built');
    process.exitCode = 1;
  }
  if (fault === 'lies') console.log('{"isAuthorized": false}');
  return fault !== undefined;
}

async function invoke(): Promise<void> {
  const [command, subcommand, functionName = ''] = positionals;
  if (`${command} ${subcommand}` !== 'local invoke') throw new Error(`No command ${command}`);
  const template: Template = read(values.template);
  const { Metadata, Properties = {} } = template.Resources[functionName] ?? {};
  const environment = Properties['Environment'] as { Variables: object };
  const variables = { ...environment.Variables, ...read(values['env-vars'])[functionName] };
  for (const [name, value] of Object.entries(variables)) {
    process.env[name] = typeof value === 'string' ? reachable(value) : refOf(value);
  }
  for (const level of ['info', 'warn', 'error'] as const) {
    console[level] = (message) => process.stderr.write(`${JSON.stringify({ level, message })}\n`);
  }
  const folder = join(dirname(values.template), Metadata?.['aws:asset:path'] ?? '');
  const { handler } = createRequire(import.meta.url)(join(folder, 'handler.js'));
  const answer = await handler(read(values.event), { getRemainingTimeInMillis: () => 10_000 });
  console.log(`\n${JSON.stringify(answer)}`);
}

function read(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** A container finds this machine by that name only where Docker was told so. */
function reachable(value: string): string {
  const told = values['add-host'].includes('host.docker.internal:host-gateway');
  return told ? value.replace('host.docker.internal', '127.0.0.1') : value;
}

function refOf(value: unknown): string {
  return (value as { Ref?: string }).Ref ?? '';
}
