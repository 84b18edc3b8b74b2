import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { paginateScan } from '@aws-sdk/client-dynamodb';
import { readArguments, wholeNumber } from '../../../tools/commands/terminal/options.ts';
import { runCommand } from '../../../tools/commands/terminal/run-command.ts';
import { synthesizeInThread } from '../../../tools/local/synthesis.ts';
import { numberOf, path, plantJson } from '../../plants.ts';
import { seeded } from '../simulation/random.ts';
import { changed, pieces } from './changed-request.ts';

const line = {
  command: 'node test/lab/fuzz/main.ts',
  about: `Sends changed requests to the local gateway, with valid ones between them. The same seed sends the same
requests. It ends with 1 if it finds a problem. These are problems:

  - a valid request gets no 200. After error 1006 it is sent again, as any client does.
  - an answer is 5xx.
  - a plant is stored without its token.
  - an acknowledged plant is lost.
  - the gateway does not end.

A busy machine makes it slower, but causes no problem.`,
  usage: ['[options]'],
  options: {
    requests: { takes: 'N', default: '100000', help: 'how many; an idle machine needs a minute' },
    seed: { takes: 'N', default: '1', help: 'chooses the requests' },
    short: { help: 'only 400 requests' },
  },
} as const;

const clients = 8;
const most = 1_000_000_000;

await runCommand((args) => {
  const values = readArguments(args, line)?.values;
  if (values === undefined) return;
  const requests = wholeNumber('--requests', values.requests, { most });
  return fuzz(wholeNumber('--seed', values.seed, { most }), values.short ? 400 : requests);
});

async function fuzz(seed: number, requests: number): Promise<number> {
  const context = { throttleRate: 100_000, throttleBurst: 100_000 };
  const assembly = await synthesizeInThread(context);
  // Imported when needed: it loads the AWS SDK.
  const { startPlantStore } = await import('../../../tools/commands/start/service.ts');
  const { localClient } = await import('../../../tools/local/tables/tables.ts');
  const store = await startPlantStore({ assembly: assembly.folder });
  const { port } = new URL(store.url);
  const problems: string[] = [];
  const acknowledged = new Set<number>();
  let changedOnes = 0;

  const client = async (number: number) => {
    const random = seeded(seed * clients + number);
    for (let count = number; count < requests; count += clients) {
      if (random() < 0.2) {
        // A changed request cannot have such an id.
        const id = 9e15 + count;
        const answer = await sendValid(Number(port), requestOf(id, store.token, 'valid'));
        if (/^HTTP\/1\.1 200 /.test(answer)) acknowledged.add(id);
        else problems.push(`the valid request ${count} got ${JSON.stringify(answer.slice(0, 80))}`);
        continue;
      }
      changedOnes += 1;
      const [token, name] = random() < 0.5 ? [store.token, 'changed'] : ['plant_x', 'intruder'];
      const text = changed(requestOf(count, token, name), random);
      const answer = await send(Number(port), pieces(text, random), random() < 0.3);
      if (/HTTP\/1\.1 5\d\d /.test(answer)) problems.push(`the request ${count} got ${answer}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  const lost = new Set(acknowledged);
  const pages = paginateScan({ client: localClient(store.dynamodb) }, { TableName: 'Plants' });
  for await (const { Items: items = [] } of pages) {
    for (const item of items) {
      const number = numberOf(item);
      lost.delete(number);
      const isForbidden = JSON.stringify(item).includes('intruder');
      if (isForbidden) problems.push(`the plant ${number} came without a token`);
    }
  }
  for (const id of lost) problems.push(`the plant ${id} is lost`);
  const ended = await Promise.race([
    store.close().then(() => true),
    delay(60_000, false, { ref: false }),
  ]);
  if (!ended) problems.push('the gateway does not end');
  assembly.remove();
  const figure = `${changedOnes} changed requests, ${acknowledged.size} valid ones between them`;
  console.log(`Seed ${seed}: ${figure}, ${problems.length} problems.`);
  for (const problem of problems.slice(0, 20)) console.log(problem);
  return problems.length === 0 ? 0 : 1;
}

function requestOf(id: number, token: string, name: string): string {
  const body = plantJson(id, name);
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n`;
  const type = 'Content-Type: application/json\r\n';
  return `${head}${type}Content-Length: ${body.length}\r\n\r\n${body}`;
}

/** Sends it again if the function had no time for it, as a client does. */
async function sendValid(port: number, text: string): Promise<string> {
  let answer = '';
  for (let left = 10; left > 0; left -= 1) {
    answer = await send(port, [text]);
    if (!answer.includes('"error":1006')) break;
  }
  return answer;
}

/** The answers on a connection of its own. */
async function send(port: number, texts: readonly string[], reset = false): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let answer = '';
  socket.setEncoding('latin1').on('data', (data) => {
    answer += data;
  });
  socket.on('error', () => {});
  socket.on('end', () => socket.end());
  // The gateway can close the connection before the last piece is sent.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const [index, text] of texts.entries()) {
    if (index > 0) await delay(2);
    socket.write(text, 'latin1');
  }
  if (reset) setTimeout(() => socket.resetAndDestroy(), 1);
  else socket.end();
  await closed;
  return answer;
}
