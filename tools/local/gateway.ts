import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { authorizer, routes } from '../../functions/service.ts';
import {
  type AuthorizerContext,
  authorizerEvent,
  functionEvent,
  type GatewayRequest,
  gatewayRequest,
} from './events.ts';
import { answerOf, answerWithJson, type GatewayAnswer } from './gateway-answer.ts';
import type { Invoke } from './invoke.ts';
import { createRouter } from './routes.ts';

/** Gets each request with its answer, and the time between them. */
export type OnAnswer = (
  request: Pick<GatewayRequest, 'method' | 'path'>,
  answer: GatewayAnswer,
  milliseconds: number,
) => void;

interface Decision {
  readonly isAuthorized: boolean;
  readonly context?: AuthorizerContext;
}

/** An HTTP API's own answers look like this, and cannot be changed. */
function ownAnswer(statusCode: number, message: string): GatewayAnswer {
  return answerWithJson(statusCode, JSON.stringify({ message }));
}

// Bytes of an event: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
const eventLimit = 6 * 1024 * 1024;

const routeOf = createRouter(routes);

/** Answers requests by the rules of an HTTP API: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api.html */
export function createGateway(invoke: Invoke, onAnswer: OnAnswer = () => {}): RequestListener {
  async function decide(request: GatewayRequest, key: string, token: string): Promise<Decision> {
    const event = authorizerEvent(request, key, token);
    const decision = (await invoke(authorizer.functionName, event)) as Decision | null;
    if (typeof decision?.isAuthorized !== 'boolean') throw new Error('No decision');
    return decision;
  }

  async function answerTo(request: GatewayRequest): Promise<GatewayAnswer> {
    const { method, path, headers } = request;
    const route = routeOf(method, path);
    if (!route) return ownAnswer(404, 'Not Found');
    const token = headers[authorizer.header.toLowerCase()];
    if (!token) return ownAnswer(401, 'Unauthorized');
    const { isAuthorized, context = null } = await decide(request, route.key, token);
    if (!isAuthorized) return ownAnswer(403, 'Forbidden');
    const tooLarge = ownAnswer(413, 'Request Entity Too Large');
    // First the body itself: an event has it as a text, and JavaScript cannot make one of half a gigabyte.
    if (request.body.length > eventLimit) return tooLarge;
    const event = functionEvent(request, route.key, route.parameters, context);
    if (Buffer.byteLength(JSON.stringify(event)) > eventLimit) return tooLarge;
    return answerOf(await invoke(route.functionName, event));
  }

  return async (message, response) => {
    const start = performance.now();
    const body = await buffer(message).catch(() => undefined);
    // The client has gone.
    if (body === undefined) return;
    const request = gatewayRequest(message, body);
    const answer = await answerTo(request).catch((error) => {
      console.error(error);
      return ownAnswer(500, 'Internal Server Error');
    });
    const { headers, statusCode } = answer;
    const length = statusCode === 204 ? {} : { 'content-length': answer.body.length };
    response.writeHead(statusCode, { ...headers, ...length, 'apigw-requestid': request.id });
    response.end(answer.body);
    onAnswer(request, answer, performance.now() - start);
  };
}
