import { randomBytes } from 'node:crypto';

/** `1-66705bc7-2b4257df30cbee696ef2cf28`: seconds in hexadecimal, then 96 random bits. */
export function newTraceId(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000).toString(16);
  return `1-${seconds}-${randomBytes(12).toString('hex')}`;
}
