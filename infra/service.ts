import { key, keyType, path } from '../functions/shared/contract.generated.ts';

// What the stack makes on AWS, and `npm start` serves on this machine. It imports nothing of the CDK, which loads slowly.

/** The file of each function, by its name in the template. It exports `handler`, and `warmUp` if clients wait for it. */
export const functions = {
  CreatePlant: 'functions/create-plant/handler.ts',
  Authorize: 'functions/authorize/handler.ts',
  Probe: 'functions/probe/handler.ts',
} as const;

export type FunctionName = keyof typeof functions;

/** What clients can call, each behind the authorizer. */
export const routes = [{ method: 'POST', path, functionName: 'CreatePlant' }] as const;

export const authorizer = {
  functionName: 'Authorize',
  header: 'Authorization',
  /** Has the tokens. */
  table: 'Tokens',
  /** How long the gateway keeps a decision. */
  cacheSeconds: 300,
} as const;

/** The tables, each with its key, the type of the key, and the variable that names it to the functions. */
export const tables = {
  Plants: { key, type: keyType, variable: 'PLANTS_TABLE_NAME' },
  Tokens: { key: 'digest', type: 'S', variable: 'TOKENS_TABLE_NAME' },
} as const;
