import type { TokenStore } from './token-store.ts';

/** Where tokens are kept: a deployed stack, or the store on this machine. */
export interface TokenHome {
  /** As it reads after "in": `the stack PlantStore`. */
  readonly name: string;
  readonly store: TokenStore;
  /** Makes the gateway ask the authorizer anew; answers what stands in the way, if anything does. */
  readonly resetAuthorizersCache: () => Promise<string | undefined>;
  readonly close: () => Promise<void>;
}

/** Where a command's words go: its result to stdout, all else to stderr. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly note: (text: string) => void;
}
