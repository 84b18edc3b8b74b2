import type { Readable } from 'node:stream';
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
  const other = faultOf('Runtime.InvalidOutcome', `It wrote on descriptor ${channelDescriptor}`);
  const read = (line: string) => {
    const outcome = outcomeIn(line);
    if (outcome) onOutcome(outcome);
    else onOther(other);
  };
  onLines(pipe, read, longestOutcome);
}

function outcomeIn(line: string): Outcome | undefined {
  try {
    const { fault, kind, payload } = JSON.parse(line);
    if (kind === 'returned' && typeof payload === 'string') return { kind, payload };
    const isFault = typeof fault.errorType === 'string' && Array.isArray(fault.trace);
    return kind === 'failed' && isFault ? { kind, fault } : undefined;
  } catch {
    return undefined;
  }
}
