import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';

/** In place of the SDK's, which brings SHA-256 in JavaScript along, 4 kB, for a Node without OpenSSL. */
export class Sha256 {
  private readonly secret: Uint8Array | string | undefined;
  private hash: Hash | Hmac;

  constructor(secret?: Uint8Array | string) {
    this.secret = secret;
    this.hash = this.fresh();
  }

  update(data: Uint8Array | string): void {
    this.hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }

  reset(): void {
    this.hash = this.fresh();
  }

  private fresh(): Hash | Hmac {
    return this.secret === undefined ? createHash('sha256') : createHmac('sha256', this.secret);
  }
}
