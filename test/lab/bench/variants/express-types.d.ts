declare module 'express' {
  import type { RequestListener } from 'node:http';

  interface App extends RequestListener {
    use(middleware: object): void;
    post(
      path: string,
      handle: (request: { body: never }, response: { json(value: object): void }) => Promise<void>,
    ): void;
  }
  const express: { (): App; json(): object };
  export = express;
}
