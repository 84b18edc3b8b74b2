import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A self-signed certificate for localhost, by name and by address, in X.509's DER (RFC 5280). node:crypto cannot make one. */
export function selfSigned(now = Date.now()): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(commonName, der(0x0c, Buffer.from('plant-store test')))));
  const serial = der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)]));
  const validity = sequence(utcTime(now - dayMilliseconds), utcTime(now + dayMilliseconds));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    serial,
    sequence(ecdsaWithSha256),
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(alternativeName, der(0x04, sequence(localName, loopback))))),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', body, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(sequence(body, sequence(ecdsaWithSha256), signature)),
  };
}

const dayMilliseconds = 86_400_000;

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.of(tag, ...lengthBytes(content.length)), content]);
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}
function set(...parts: Buffer[]): Buffer {
  return der(0x31, ...parts);
}
function objectId(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

const ecdsaWithSha256 = objectId('2a8648ce3d040302');
const commonName = objectId('550403');
const alternativeName = objectId('551d11');
const localName = der(0x82, Buffer.from('localhost'));
const loopback = der(0x87, Buffer.of(127, 0, 0, 1));

function utcTime(time: number): Buffer {
  return der(0x17, Buffer.from(`${new Date(time).toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
}

/** Lines of 64 characters, as RFC 7468 says. The last line may be full, too. */
export function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
