import { isUtf8 } from 'node:buffer';
import type { AuthorizerContext } from './decision.ts';
import { commonEvent, type RoutedRequest } from './routed-request.ts';

/** The event of a route's function: the request with its body, and the authorizer's context. */
export function integrationEvent(routed: RoutedRequest, authorizer?: AuthorizerContext) {
  const { headers, request } = routed;
  return {
    ...commonEvent(routed, authorizer),
    ...requestBody(request.body, headers['content-type']),
  };
}

interface RequestBody {
  readonly body?: string;
  readonly isBase64Encoded: boolean;
}

const textTypes = /^(application\/(json|xml|javascript)|text\/[^;]*)$/;

/** Not documented, but measured by others: a few types stay text, all others arrive as base64. */
export function requestBody(body: Buffer, contentType: string | undefined): RequestBody {
  if (body.length === 0) return { isBase64Encoded: false };
  return isText(contentType) && isUtf8(body)
    ? { body: body.toString('utf8'), isBase64Encoded: false }
    : { body: body.toString('base64'), isBase64Encoded: true };
}

function isText(contentType = ''): boolean {
  const [type = '', ...parameters] = contentType.split(';');
  if (!textTypes.test(type.trim().toLowerCase())) return false;
  const charset = parameters.map(charsetIn).find((name) => name !== undefined);
  return charset === undefined || charset.toLowerCase() === 'utf-8';
}

function charsetIn(parameter: string): string | undefined {
  const [name = '', value = ''] = parameter.split('=').map((part) => part.trim());
  return name.toLowerCase() === 'charset' ? value.replace(/^"(.*)"$/, '$1') : undefined;
}
