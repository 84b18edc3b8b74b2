import type { Readable } from 'node:stream';
import { isRecord } from '../../../infra/base.ts';
import { type FunctionFault, faultOf, type Outcome, onLines, payloadLimit } from './invocation.ts';

/**
 * The pipe for events and outcomes; each is a line of JSON. Node has such a channel, but it ends the process that
 * reads if a function writes on the descriptor.
 */
export const channelDescriptor = 3;

/** In characters. A payload is text in text, so each quote in it needs two. */
const longestOutcome = 3 * payloadLimit;

/** Calls `onOther` with a fault if a line is not an outcome: the function has written it. */
export function onOutcomes(
  pipe: Readable,
  onOutcome: (outcome: Outcome) => void,
  onOther: (fault: FunctionFault) => void,
): void {
  const read = (line: string) => {
    const outcome = outcomeIn(line);
    if (outcome) onOutcome(outcome);
    else onOther(faultOf('Runtime.InvalidOutcome', `It wrote on descriptor ${channelDescriptor}`));
  };
  onLines(pipe, read, longestOutcome);
}

function outcomeIn(line: string): Outcome | undefined {
  try {
    const outcome: unknown = JSON.parse(line);
    return isOutcome(outcome) ? outcome : undefined;
  } catch {
    return undefined;
  }
}

function isOutcome(value: unknown): value is Outcome {
  if (!isRecord(value)) return false;
  const { fault, kind, payload } = value;
  return kind === 'returned' ? typeof payload === 'string' : kind === 'failed' && isFault(fault);
}

function isFault(value: unknown): value is FunctionFault {
  if (!isRecord(value)) return false;
  const { errorType, errorMessage, trace } = value;
  return typeof errorType === 'string' && typeof errorMessage === 'string' && Array.isArray(trace);
}
