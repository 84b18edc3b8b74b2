import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and a certificate of its own for 127.0.0.1, since Node makes keys but no certificates (RFC 5280, in DER). */
export const selfSigned = (): { key: string; cert: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(hex('06082a8648ce3d040302'));
  const name = sequence(set(sequence(hex('0603550403'), value(0x0c, Buffer.from('127.0.0.1')))));
  const aDay = 24 * 60 * 60 * 1000;
  const validity = sequence(time(Date.now() - aDay), time(Date.now() + aDay));
  const alternativeName = sequence(value(0x87, Buffer.from([127, 0, 0, 1])));
  const certificate = sequence(
    value(0xa0, hex('020102')), // version 3
    hex('020101'), // serial number 1
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    value(0xa3, sequence(sequence(hex('0603551d11'), value(0x04, alternativeName)))),
  );
  const signature = value(0x03, hex('00'), sign('sha256', certificate, privateKey));
  const lines = sequence(certificate, ecdsaWithSha256, signature)
    .toString('base64')
    .match(/.{1,64}/g);
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...(lines ?? []), '-----END CERTIFICATE-----\n'].join(
      '\n',
    ),
  };
};

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

const value = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};

const sequence = (...parts: Uint8Array[]): Buffer => value(0x30, ...parts);
const set = (...parts: Uint8Array[]): Buffer => value(0x31, ...parts);

/** GeneralizedTime: 20260102030405Z. */
const time = (moment: number): Buffer =>
  value(0x18, Buffer.from(`${new Date(moment).toISOString().replace(/[-:T]|\..*/g, '')}Z`));
