import { randomBytes } from 'node:crypto';

/** 15 characters and `=`, as in `ZhNHJhhLjoEEPiw=`. */
export function newRequestId(): string {
  return randomBytes(11).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
}
