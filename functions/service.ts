import type { Keys } from './contract/keys.generated.ts';

// What the service is: the handlers, the stack and the local service take it from here.

/** The name of the service. Names of stacks and of the data folder of `npm start` begin with it. */
export const serviceName = 'plant-store';

/** Each token begins with it, so that secret scanners and people see whose token it is. */
export const tokenPrefix = 'plant_';

/** How many days a token is valid, if nobody says another time when it is made. */
export const tokenDays = 90;

/** Memory of each function. Its share of a CPU grows with it. */
export const memoryMegabytes = 512;

/** The promise to clients, over 30 days: at most this share of requests fails by our fault or is answered slowly. */
export const promisedShare = 0.005;

/** At this share, requests that fail page within minutes: it would use up the promise of 30 days in 2.5 days. */
export const pagingShare = 12 * promisedShare;

/**
 * The functions, by their names in the template: the file and the time limit. The file exports `handler`,
 * and also `warmUp` if clients wait for the function.
 */
export const functions = {
  CreatePlant: { file: 'functions/create-plant/handler.ts', timeoutSeconds: 10 },
  // The gateway waits ten seconds for an authorizer.
  Authorize: { file: 'functions/authorize/handler.ts', timeoutSeconds: 5 },
  // Three tries take at most 99 seconds, with their pauses and the report.
  Probe: { file: 'functions/probe/handler.ts', timeoutSeconds: 100 },
} as const satisfies Record<string, { file: string; timeoutSeconds: number }>;

export type FunctionName = keyof typeof functions;

/** What clients can call, each behind the authorizer. */
export const routes = [
  { method: 'POST', path: '/plants', functionName: 'CreatePlant' },
] as const satisfies readonly { method: string; path: string; functionName: FunctionName }[];

export const authorizer = {
  functionName: 'Authorize',
  header: 'Authorization',
  /** The table that it reads. */
  table: 'Tokens',
  /** How long the gateway caches a decision. */
  cacheSeconds: 300,
} as const;

/** The functions that clients wait for. */
export type LiveName =
  | (typeof routes)[number]['functionName']
  | (typeof authorizer)['functionName'];

/**
 * The key of a table that holds the bodies of an operation is one of their required fields. `Keys` has these fields and
 * their types from openapi.yaml, so a table with another key does not compile.
 */
type TableOfBodies = {
  [Id in keyof Keys]: Keys[Id] & { readonly bodyOf: Id };
}[keyof Keys];

interface OtherTable {
  readonly bodyOf?: never;
  readonly key: string;
  readonly type: 'N' | 'S';
}

interface Table {
  /** Names the table to the functions. */
  readonly variable: string;
  /**
   * The functions that may change, replace or delete a stored item for a client, each with the operation of DynamoDB by
   * which it does so. Without one, each item stays as it was stored, and clients rely on that. Before you add one, read
   * "To change or delete what is stored" in .github/CONTRIBUTING.md. test/service/security/iam.test.ts compares this with
   * what the functions do. Not meant are the probe, and operators, who for example revoke tokens.
   */
  readonly changedBy: Readonly<
    Partial<Record<FunctionName, 'PutItem' | 'UpdateItem' | 'DeleteItem'>>
  >;
}

/** The tables, each with its key and the type of the key. */
export const tables = {
  Plants: {
    bodyOf: 'createPlant',
    key: 'id',
    type: 'N',
    variable: 'PLANTS_TABLE_NAME',
    changedBy: {},
  },
  Tokens: { key: 'digest', type: 'S', variable: 'TOKENS_TABLE_NAME', changedBy: {} },
} as const satisfies Record<string, Table & (TableOfBodies | OtherTable)>;
