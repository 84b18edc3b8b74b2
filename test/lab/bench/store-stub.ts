import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { selfSigned } from '../../certificate.ts';

export type StoreStub = Awaited<ReturnType<typeof startStoreStub>>;

// DynamoDB also has a name, so a first request has to look it up.
const name = 'localhost';

// One body answers both PutItem and GetItem.
const body = JSON.stringify({ Item: { client: { S: 'developer' }, lastFour: { S: 'iFsx' } } });
const headers = {
  'content-type': 'application/x-amz-json-1.0',
  'content-length': Buffer.byteLength(body),
  'x-amz-crc32': `${crc32(body)}`,
};

/** Speaks DynamoDB's protocol over TLS. Every request succeeds after the same time; nothing is stored. */
export async function startStoreStub(latencyMilliseconds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-stub-'));
  const certificateFile = join(folder, 'certificate.pem');
  const certificate = selfSigned();
  writeFileSync(certificateFile, certificate.cert);
  const counts = new Map<string, number>();
  const server = createServer({ ...certificate, keepAliveTimeout: 60_000 }, (request, response) => {
    const [, operation = 'health'] = `${request.headers['x-amz-target']}`.split('.');
    counts.set(operation, (counts.get(operation) ?? 0) + 1);
    const answer = () => {
      if (operation === 'health') response.end(`healthy: ${name} `);
      else response.writeHead(200, headers).end(body);
    };
    request.resume().once('end', () => {
      if (latencyMilliseconds === 0) answer();
      else setTimeout(answer, latencyMilliseconds);
    });
  });
  await once(server.listen(0, name), 'listening');
  return {
    url: `https://${name}:${(server.address() as AddressInfo).port}`,
    /** For NODE_EXTRA_CA_CERTS. */
    certificateFile,
    /** The number of requests for each operation. */
    counts,
    close: () => {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true });
    },
  };
}
