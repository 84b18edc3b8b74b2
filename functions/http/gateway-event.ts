import type { APIGatewayProxyEventV2WithLambdaAuthorizer } from 'aws-lambda';

/** What API Gateway sends. `sam local invoke` can send an event without a requestContext, so read each part of it with `?.`. */
export type GatewayEvent = APIGatewayProxyEventV2WithLambdaAuthorizer<Caller>;

/** Who sent a request, as Authorize passes it on. */
export interface Caller {
  readonly client: string;
  /** The last four characters of its token. */
  readonly lastFour: string;
}

/** Whose token came with a request. */
export function callerOf(requestContext?: GatewayEvent['requestContext']): Caller | undefined {
  return requestContext?.authorizer?.lambda;
}
