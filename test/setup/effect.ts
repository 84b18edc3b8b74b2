import { exactJson } from '../../functions/http/answer.ts';
import { type FailureKind, failures } from '../../functions/http/failure.ts';

// What a file effect.ts beside the tests of an operation is made of.

/** An item of the table, as plain values. An integer is a bigint. */
export type Item = Readonly<Record<string, unknown>>;

/** What a client sends: only what differs between two requests. */
interface Sent<Body = unknown> {
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly body?: Body;
}

/** A request as the operation gets it. */
export interface Received<Body = unknown> extends Sent<Body> {
  readonly body: Body;
  readonly client: string;
  readonly lastFour: string;
  readonly time: string;
}

/** An answer by which a client knows what was done. An error has a text for people, which is not compared. */
export interface CertainAnswer {
  readonly status: number;
  readonly body?: string;
  readonly error?: number;
}

interface Outcome {
  readonly answer: CertainAnswer;
  /** What is stored after the request. */
  readonly stored: Item | undefined;
}

/**
 * What an operation answers to a request if this is stored under the key, and what is stored then. It is the promise of the
 * operation: the tests compare the function with it, also if requests are lost, late or sent twice.
 */
export type Effect<Body = undefined> = (
  stored: Item | undefined,
  request: Received<Body>,
) => Outcome;

/** Requests to the item with this number. Tests that try each history take the first two. */
export type Requests<Body = undefined> = (number: number) => readonly Sent<Body>[];

export function answered(status: number, body?: unknown): CertainAnswer {
  return body === undefined ? { status } : { status, body: exactJson(body) };
}

export function refused(kind: FailureKind): CertainAnswer {
  const { status, error } = failures[kind];
  return { status, error };
}
