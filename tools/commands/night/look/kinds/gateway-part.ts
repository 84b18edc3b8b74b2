import type { ApiGatewayV2Client } from '@aws-sdk/client-apigatewayv2';
import { askAllPages } from '../../../../shared/stage/ask-all-pages.ts';
import type { Asking } from '../asking.ts';

interface Page<Item> {
  readonly Items?: Item[] | undefined;
  readonly NextToken?: string | undefined;
}

/**
 * A whole list of API Gateway. `askPage` makes the call of one page. A policy names the same action for all lists, with
 * the path as its resource.
 */
export function askList<Item>(
  { ask }: Asking,
  input: object,
  askPage: (
    client: ApiGatewayV2Client,
    NextToken: string | undefined,
    signal: { readonly abortSignal: AbortSignal },
  ) => Promise<Page<Item>>,
) {
  return ask('apigateway:GET', input, ({ apigateway }, signal) =>
    askAllPages(async (token) => {
      const { Items, NextToken } = await askPage(apigateway, token, signal);
      return [Items, NextToken];
    }),
  );
}

export const noService = 'Clients get an error for each request.';
