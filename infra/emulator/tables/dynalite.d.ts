declare module 'dynalite' {
  import type { Server } from 'node:http';

  function dynalite(options?: { readonly createTableMs: number }): Server;
  export = dynalite;
}

declare module 'dynalite/db/index.js' {
  interface Options {
    readonly path?: string;
    readonly createTableMs: number;
    readonly deleteTableMs: number;
    readonly updateTableMs: number;
  }
  interface Close {
    (): Promise<void>;
    /** Without ending the life of the store, as close() does. */
    readonly _original: () => Promise<void>;
  }
  const database: {
    create: (options: Options) => { db: { open(): Promise<void>; readonly close: Close } };
  };
  export = database;
}
