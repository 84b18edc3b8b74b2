import type { ApiGatewayV2Client } from '@aws-sdk/client-apigatewayv2';
import { askAllPages } from '../../../stage/ask-all-pages.ts';
import type { Asking } from '../asking.ts';
import type { Consequence } from '../consequence.ts';
import type { Properties } from '../expected.ts';
import type { Rank } from '../finding.ts';
import { repairOf } from '../mends.ts';

// What the kinds of resources of API Gateway share.

/** API Gateway has one action for all that it reads, with the path as its resource. */
export const get = 'apigateway:GET';

interface Page<Item> {
  readonly Items?: Item[] | undefined;
  readonly NextToken?: string | undefined;
}

/** A whole list of API Gateway. `askPage` makes the call of one page. */
export function askList<Item>(
  { ask }: Asking,
  input: object,
  askPage: (
    client: ApiGatewayV2Client,
    NextToken: string | undefined,
    signal: { readonly abortSignal: AbortSignal },
  ) => Promise<Page<Item>>,
) {
  return ask(get, input, ({ apigateway }, signal) =>
    askAllPages(async (token) => {
      const { Items, NextToken } = await askPage(apigateway, token, signal);
      return [Items, NextToken];
    }),
  );
}

interface Part extends Properties {
  readonly [name: string]: unknown;
}

/** The one of a list with this id. */
export function partOf(parts: readonly object[], name: string, id: string) {
  const found = (parts as readonly Part[]).find((one) => one[name] === id);
  return found ?? ({ gone: true } as const);
}

export function changedByHand(
  rank: Rank,
  means: string,
  mend: Consequence['mend'] = repairOf,
): Consequence {
  return { rank, means, runbook: 'changed-by-hand', mend };
}

export const noService = 'Clients get an error for each request.';
