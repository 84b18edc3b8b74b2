import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto';

// A certificate for localhost and 127.0.0.1 until the end of 2049, in DER: the parts before and after its public key.
const beforeKey = Buffer.from(
  'MIHboAMCAQICAQEwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTI2MDEwMTAwMDAwMFoXDTQ5MTIzMTAwMDAwMFowFDESMBAGA1UEAwwJbG9jYWxob3N0',
  'base64',
);
const afterKey = Buffer.from('ox4wHDAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAE=', 'base64');
const ecdsaWithSha256 = Buffer.from('300a06082a8648ce3d040302', 'hex');

/** A new key and its self-signed certificate. So the repository holds no key. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const signed = Buffer.concat([beforeKey, spki, afterKey]);
  const signature = sign('sha256', signed, privateKey);
  const bitString = Buffer.concat([Buffer.of(0x03, signature.length + 1, 0), signature]);
  const length = signed.length + ecdsaWithSha256.length + bitString.length;
  const sequence = Buffer.of(0x30, 0x82, length >> 8, length & 0xff);
  const certificate = Buffer.concat([sequence, signed, ecdsaWithSha256, bitString]);
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: new X509Certificate(certificate).toString(),
  };
}
