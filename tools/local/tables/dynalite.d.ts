declare module 'dynalite' {
  import type { Server } from 'node:http';

  function dynalite(options?: { readonly createTableMs: number }): Server;
  export = dynalite;
}

declare module 'dynalite/db/index.js' {
  const database: {
    itemSize: (item: object, ...others: unknown[]) => number;
    create: (options: object) => { readonly db: object };
  };
  export = database;
}
