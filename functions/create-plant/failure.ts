import { tables } from '../service.ts';
import { maxPlantBytes } from './plant.ts';

const { key } = tables.Plants;

/** Every kind of failure: its status and error code in the contract, its log level, and its Retry-After in seconds. */
export const failures = {
  unexpected: row(400, 1000, 'error'),
  unreadableBody: row(400, 1001, 'info'),
  wrongContentType: row(400, 1002, 'info'),
  notANewPlant: row(400, 1003, 'info'),
  idTaken: row(400, 1004, 'info'),
  tooLarge: row(400, 1005, 'info'),
  unavailable: row(400, 1006, 'warn', '1'),
} as const;

function row(status: number, error: number, level: 'info' | 'warn' | 'error', retryAfter?: string) {
  return { status, error, level, retryAfter };
}

export type FailureKind = keyof typeof failures;

/** The message is for the client. The cause is only for the log. */
export class Failure extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export function unexpected(cause: unknown): Failure {
  return new Failure('unexpected', 'something went wrong on our side, please retry later', cause);
}

export function unreadable(problem: string): Failure {
  return new Failure('unreadableBody', `the body ${problem}`, problem);
}

export function wrongContentType(): Failure {
  return new Failure('wrongContentType', 'the content type must be application/json');
}

export function notANewPlant(violations: string): Failure {
  return new Failure('notANewPlant', violations, violations);
}

export function idTaken(id: unknown): Failure {
  return new Failure('idTaken', `another plant has the ${key} ${id}`);
}

/** The same code: in both cases, the client has to choose another id. */
export function idReserved(id: unknown): Failure {
  return new Failure('idTaken', `the ${key} ${id} is reserved`);
}

/** The size was counted here, or by DynamoDB. */
export function tooLarge(cause?: unknown): Failure {
  return new Failure('tooLarge', `the plant is larger than ${maxPlantBytes} bytes`, cause);
}

/** The plant is stored or not: see PROTOCOL.md. */
export function unavailable(cause: unknown): Failure {
  return new Failure('unavailable', 'the store cannot be reached in time, please retry', cause);
}

/** middy calls it before Lambda ends the function, so that the client gets an answer of ours instead of a 500. */
export function throwTimeout(): never {
  throw new Failure('unavailable', 'the request ran out of time, please retry', 'out of time');
}
