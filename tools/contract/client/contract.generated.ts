// Written by `npm run generate` from openapi.yaml.

/** A plant to add, with its id. */
export type NewPlant = {
  /** Identification number of the plant. The store keeps every digit. Many JSON libraries round integers above 9007199254740991, so use one that does not. Two ids are taken from the beginning, because the service tests itself with them: -6403278123377120557 and -6403278123377120558. The answer to them is error 1004. */
  readonly id: bigint;
  /** The name of the plant: any well-formed Unicode text, also empty. The answer repeats it as it was sent. */
  readonly name: string;
  /** Tag that specifies the type of the plant. If the request had no tag, the answer has none. */
  readonly tag?: string | undefined;
};

/** A plant as the store returns it. */
export type Plant = {
  /** The name of the plant: any well-formed Unicode text, also empty. The answer repeats it as it was sent. */
  readonly name: string;
  /** Tag that specifies the type of the plant. If the request had no tag, the answer has none. */
  readonly tag?: string | undefined;
};

/** Why a plant was not stored. */
export type Error = {
  /** One of the codes from 1000 to 1006. New codes may be added. */
  readonly error: number;
  /** The reason in one sentence, for people. */
  readonly message: string;
};

/** The answer of the gateway, if the function did not answer. */
export type GatewayError = {
  /** The reason, for people. */
  readonly message: string;
};

/** The codes that `Error` has today. New ones may be added. */
export type ErrorCode = 1000 | 1001 | 1002 | 1003 | 1004 | 1005 | 1006;

/** Add a plant to the store. */
export const createPlant = {
  method: 'POST',
  path: '/plants',
  fields: { id: 'int64', name: 'string', tag: 'string?' },
  isAnswer: (answer: any): answer is Plant => Object(answer) === answer && typeof answer.name === 'string' && (answer.tag === undefined || typeof answer.tag === 'string'),
} as const;
