import { loggable } from '../shared/loggable.ts';
import { type Failure, failures } from './failure.ts';

/**
 * One line for one failure, as Lambda's native JSON logging writes it. It is told by whom and why,
 * never what was sent: no token, header or body.
 */
export const logFailure = (failure: Failure, event: unknown): void => {
  const { error, level } = failures[failure.kind];
  const { requestId, authorizer } = contextOf(event);
  console[level]({
    error,
    reason: failure.kind,
    requestId,
    client: authorizer?.lambda?.client,
    lastFour: authorizer?.lambda?.lastFour,
    cause: loggable(failure.cause),
  });
};

interface RequestContext {
  requestId?: string;
  authorizer?: { lambda?: { client?: string; lastFour?: string } | null };
}

const contextOf = (event: unknown): RequestContext =>
  Object((event as { requestContext?: RequestContext } | null)?.requestContext);
