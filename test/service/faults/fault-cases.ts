import type { FaultName } from './fault.ts';

/** A function's answer during a fault: the same as without it, or a failure of the store or of this service. */
type Outcome = 'unharmed' | 'unavailable' | 'unexpected';

export interface FaultCase {
  readonly fault: FaultName;
  readonly often: 'once' | 'always';
  readonly outcome: Outcome;
  /** The cause in the log line. */
  readonly cause: RegExp;
}

const checksum = /does not match its checksum/;
const foreign = /has no checksum, and is no whole JSON/;
const empty = /The answer is empty/;
const timeout = /timed out|exceeded the configured 1000 ms/;

const table: Record<FaultName, [once: Outcome, always: Outcome, cause: RegExp]> = {
  'an answer a byte at a time': ['unavailable', 'unavailable', /out of time|AbortError/],
  'connection refused': ['unharmed', 'unavailable', /ECONNREFUSED/],
  'DNS failure': ['unharmed', 'unavailable', /ENOTFOUND/],
  'reset before apply': ['unharmed', 'unavailable', /ECONNRESET/],
  'reset after apply': ['unharmed', 'unavailable', /ECONNRESET/],
  'reset within the answer': ['unharmed', 'unavailable', /aborted/],
  'hang before apply': ['unharmed', 'unavailable', timeout],
  'hang after apply': ['unharmed', 'unavailable', timeout],
  'hang within the answer': ['unharmed', 'unavailable', timeout],
  'slow by 900 ms': ['unharmed', 'unharmed', /./],
  ProvisionedThroughputExceeded: ['unharmed', 'unavailable', /ProvisionedThroughputExceeded/],
  Throttling: ['unharmed', 'unavailable', /ThrottlingException/],
  'InternalServerError 500': ['unharmed', 'unavailable', /InternalServerError/],
  'InternalServerError 500 after apply': ['unharmed', 'unavailable', /InternalServerError/],
  'HTML 503': ['unharmed', 'unavailable', /SyntaxError/],
  'HTML 200': ['unharmed', 'unavailable', foreign],
  'garbage 200': ['unharmed', 'unavailable', foreign],
  'truncated 200': ['unharmed', 'unavailable', checksum],
  'empty 200': ['unharmed', 'unavailable', empty],
  'empty object 200': ['unharmed', 'unavailable', foreign],
  'empty object 200 with the checksum of another answer': ['unharmed', 'unavailable', checksum],
  'an answer without its checksum': ['unharmed', 'unharmed', /./],
  'no content 204': ['unharmed', 'unavailable', empty],
  'unreadable 400': ['unavailable', 'unavailable', /SyntaxError/],
  'unknown 400': ['unexpected', 'unexpected', /SomethingNewException/],
  'redirect 302': ['unexpected', 'unexpected', /Unknown/],
  'expired credentials': ['unexpected', 'unexpected', /ExpiredTokenException/],
  'table missing': ['unexpected', 'unexpected', /ResourceNotFoundException/],
  'access denied': ['unexpected', 'unexpected', /AccessDeniedException/],
};

/** Each fault once and always; the longest come first. */
export const faultCases: FaultCase[] = Object.entries(table).flatMap(
  ([fault, [once, always, cause]]) => [
    { fault: fault as FaultName, often: 'once', outcome: once, cause },
    { fault: fault as FaultName, often: 'always', outcome: always, cause },
  ],
);
