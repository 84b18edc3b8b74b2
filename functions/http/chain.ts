import middy from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import validator, { type Options } from '@middy/validator';
import type { Context } from 'aws-lambda';
import type { Answer } from './answer.ts';
import { throwTimeout } from './failure.ts';
import { failureAnswers } from './failure-answers.ts';
import type { GatewayEvent } from './gateway-event.ts';
import { exactBody, jsonText } from './json-body.ts';

// The chains of middy: what happens to a request before the operation's own code, and to what this code throws.
// `validate` and `Request` are what `npm run generate` made of the operation in openapi.yaml.

/** The chain of an operation that takes JSON. */
export function middyForJson<Request>(validate: Validate): Chain<Request> {
  const eventSchema = compiled(validate);
  const chain: unknown = middy({ timeoutEarlyInMillis, timeoutEarlyResponse: throwTimeout })
    .use(failureAnswers()) // makes the answer if anything below throws an error
    .use(jsonText()) // checks and decodes the body
    .use(jsonBodyParser({ disableContentTypeCheck: true })) // refuses wrong JSON, and keys such as __proto__, but rounds large numbers
    .use(exactBody()) // parses again, with each digit
    .use(validator({ eventSchema })); // refuses what is not as in openapi.yaml, and drops unknown fields
  return chain as Chain<Request>; // TypeScript cannot follow what the chain makes of a request
}

/** The chain of an operation without a body, as in examples/1-get: the path says everything. */
export function middyForPath<Request>(validate: Validate): Chain<Request> {
  const eventSchema = compiled(validate);
  const chain: unknown = middy({ timeoutEarlyInMillis, timeoutEarlyResponse: throwTimeout })
    .use(failureAnswers())
    .use(validator({ eventSchema }));
  return chain as Chain<Request>;
}

// Time to answer and to log, before Lambda ends the function.
const timeoutEarlyInMillis = 500;

/** As middy wants it. Its type is of the ajv that it pins, which is not always ours. */
function compiled(validate: Validate): Required<Options>['eventSchema'] {
  return validate as unknown as Required<Options>['eventSchema'];
}

/** Says whether a request is right, and keeps in its property `errors` what is wrong. */
type Validate = (event: unknown) => boolean;

/** It ends in the code of the operation. `signal` aborts when the time is over. */
interface Chain<Request> {
  readonly handler: (
    code: (
      event: Request & Pick<GatewayEvent, 'requestContext'>,
      context: Context,
      options: { readonly signal: AbortSignal },
    ) => Promise<Answer>,
  ) => OperationHandler;
}

/** What Lambda calls. */
export type OperationHandler = (event: GatewayEvent, context: Context) => Promise<Answer>;
