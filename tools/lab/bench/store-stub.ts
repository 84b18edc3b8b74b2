import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export type StoreStub = Awaited<ReturnType<typeof startStoreStub>>;

// DynamoDB also has a name, so a first request has to look it up.
const name = 'localhost';

// An answer to a read of a token, which Authorize takes for a valid one. The answer to a write has nothing to read.
const body = '{"Item":{"client":{"S":"bench"},"lastFour":{"S":"0000"}}}';
const headers = {
  'content-type': 'application/x-amz-json-1.0',
  'content-length': Buffer.byteLength(body),
  'x-amzn-requestid': 'bench',
};

/** Speaks DynamoDB's protocol over TLS. Every request succeeds after the same time; nothing is stored. */
export async function startStoreStub(folder: string, latencyMilliseconds: number) {
  const keyFile = join(folder, 'key.pem');
  const certificateFile = join(folder, 'certificate.pem');
  const options = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=${name}`;
  const names = ['-addext', `subjectAltName=DNS:${name}`];
  const files = ['-keyout', keyFile, '-out', certificateFile];
  execFileSync('openssl', [...options.split(' '), ...names, ...files]);
  const certificate = { key: readFileSync(keyFile), cert: readFileSync(certificateFile) };
  const server = createServer({ ...certificate, keepAliveTimeout: 60_000 }, (request, response) => {
    // warm-up.ts of the functions sends it. DynamoDB's own answer also ends with a space.
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
