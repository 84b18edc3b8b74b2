import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { selfSigned } from '../../certificate.ts';

export interface StoreStub {
  readonly url: string;
  /** For NODE_EXTRA_CA_CERTS. */
  readonly certificateFile: string;
  /** How often each operation was asked for. */
  readonly counts: ReadonlyMap<string, number>;
  readonly close: () => void;
}

// A name, as DynamoDB has one: to look it up is work of the first request, too.
const name = 'localhost';

const item = { client: { S: 'developer' }, lastFour: { S: 'iFsx' } };
const answers: Readonly<Record<string, object>> = { PutItem: {}, GetItem: { Item: item } };

/** Speaks DynamoDB's protocol over TLS, always as fast, always with success, and stores nothing. */
export async function startStoreStub(latencyMilliseconds: number): Promise<StoreStub> {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-stub-'));
  const certificate = selfSigned();
  const certificateFile = join(folder, 'certificate.pem');
  writeFileSync(certificateFile, certificate.cert);
  const counts = new Map<string, number>();
  const server = createServer({ ...certificate, keepAliveTimeout: 60_000 }, (request, response) => {
    const operation = operationOf(request);
    counts.set(operation, (counts.get(operation) ?? 0) + 1);
    request.resume();
    request.once('end', () => {
      if (latencyMilliseconds === 0) answer(operation, response);
      else setTimeout(answer, latencyMilliseconds, operation, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, name, resolve));
  return {
    url: `https://${name}:${(server.address() as AddressInfo).port}`,
    certificateFile,
    counts,
    close: () => {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true });
    },
  };
}

function operationOf({ method, headers }: IncomingMessage): string {
  return method === 'GET'
    ? 'health'
    : String(headers['x-amz-target']).replace('DynamoDB_20120810.', '');
}

function answer(operation: string, response: ServerResponse): void {
  if (operation === 'health') {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(`healthy: ${name} `);
    return;
  }
  const known = answers[operation];
  const body = JSON.stringify(known ?? { __type: 'UnknownOperationException' });
  response.writeHead(known ? 200 : 400, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(body),
    'x-amz-crc32': String(crc32(body)),
    'x-amzn-requestid': 'BENCH',
  });
  response.end(body);
}
