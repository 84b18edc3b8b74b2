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
    /** Closes the database so that it can be opened again. After close() it cannot. */
    readonly _original: () => Promise<void>;
  }
  const database: {
    itemSize: (item: object, ...others: unknown[]) => number;
    create: (options: Options) => { db: { open(): Promise<void>; readonly close: Close } };
  };
  export = database;
}
