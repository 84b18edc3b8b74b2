import { randomBytes } from 'node:crypto';

/** One complete HTTP request, as it was received. */
export interface GatewayRequest {
  readonly id: string;
  readonly method: string;
  /** The request target as sent: still encoded, with its query. */
  readonly target: string;
  readonly protocol: string;
  /** Names and values in turn, as node:http's rawHeaders. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly sourceIp: string;
  readonly port: number;
  readonly receivedAt: number;
}

/** 15 characters and `=`, as in `ZhNHJhhLjoEEPiw=`. */
export function newRequestId(): string {
  return randomBytes(11).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
}
