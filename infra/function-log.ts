import { failures } from '../functions/http/failure.ts';

/** Fields of the functions' logs. Lambda puts what a function logs under `message`. */
export const functionLog = {
  error: 'message.error',
  refused: 'message.refused',
  requestId: 'message.requestId',
  client: 'message.client',
  lastFour: 'message.lastFour',
  causeName: 'message.cause.name',
  causeMessage: 'message.cause.message',
  throttled: 'message.throttled',
  /** Of a crash: Lambda itself logs it. */
  crash: 'message.errorMessage',
} as const;

/** The failures that are our fault, and not the client's. */
export const ourFailures = Object.values(failures).filter(({ level }) => level !== 'info');
