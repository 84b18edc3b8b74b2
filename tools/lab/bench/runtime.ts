import type { Socket } from 'node:net';

// The measured process. Lambda's runtime client is native, so this one loads as little as possible: it reads each event
// as a line of JSON from the pipe 3, and writes the handler's answer as a line, with the CPU time since its start.

const { existsSync } = process.getBuiltinModule('node:fs');
const { Socket: pipeSocket } = process.getBuiltinModule('node:net');
// Lambda's runtime client also loads it.
process.getBuiltinModule('node:http');

const { LAMBDA_TASK_ROOT = '.', _HANDLER = '' } = process.env;
const context = { awsRequestId: 'bench', getRemainingTimeInMillis: () => 10_000 };

async function loadHandler() {
  const [file, name = ''] = _HANDLER.split('.');
  const path = ['js', 'mjs', 'cjs']
    .map((extension) => `${LAMBDA_TASK_ROOT}/${file}.${extension}`)
    .find(existsSync);
  if (path === undefined) throw new Error(`${LAMBDA_TASK_ROOT} has no ${file}`);
  const loaded = await import(path);
  return loaded[name] ?? loaded.default[name];
}

const handler = await loadHandler();
const pipe: Socket = new pipeSocket({ fd: 3 });
let received = '';
pipe.setEncoding('utf8');
pipe.on('close', () => process.exit());
pipe.on('data', async (part: string) => {
  received += part;
  if (!received.endsWith('\n')) return;
  const event = JSON.parse(received);
  received = '';
  const answer = await handler(event, context);
  pipe.write(`${JSON.stringify({ answer, cpu: process.cpuUsage() })}\n`);
});
pipe.write('ready\n');
