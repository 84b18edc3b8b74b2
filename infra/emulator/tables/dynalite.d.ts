interface DynaliteOptions {
  readonly path?: string;
  readonly createTableMs?: number;
  readonly deleteTableMs?: number;
  readonly updateTableMs?: number;
}

declare module 'dynalite' {
  import type { Server } from 'node:http';

  function dynalite(options?: DynaliteOptions): Server;
  export = dynalite;
}

declare module 'dynalite/db/index.js' {
  const database: {
    create: (options: DynaliteOptions) => { db: { open(): Promise<void> } };
  };
  export = database;
}
