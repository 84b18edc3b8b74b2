import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { selfSigned } from '../../setup/certificate.ts';

export type StoreStub = Awaited<ReturnType<typeof startStoreStub>>;

// DynamoDB also has a name, so a first request has to look it up.
const name = 'localhost';

const body = '{}';
const headers = {
  'content-type': 'application/x-amz-json-1.0',
  'content-length': Buffer.byteLength(body),
  'x-amzn-requestid': 'bench',
};

/** Speaks DynamoDB's protocol over TLS. Every request succeeds after the same time; nothing is stored. */
export async function startStoreStub(folder: string, latencyMilliseconds: number) {
  const certificateFile = join(folder, 'certificate.pem');
  const certificate = selfSigned();
  writeFileSync(certificateFile, certificate.cert);
  const server = createServer({ ...certificate, keepAliveTimeout: 60_000 }, (request, response) => {
    const isHealthCheck = request.method === 'GET';
    const answer = () => {
      if (isHealthCheck) response.end(`healthy: ${name} `);
      else response.writeHead(200, headers).end(body);
    };
    request.resume().once('end', () => setTimeout(answer, latencyMilliseconds));
  });
  await once(server.listen(0, name), 'listening');
  return {
    url: `https://${name}:${(server.address() as AddressInfo).port}`,
    /** For NODE_EXTRA_CA_CERTS. */
    certificateFile,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
