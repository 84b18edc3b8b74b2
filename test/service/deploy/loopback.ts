import dns from 'node:dns';

// Each Node of `npm run test:deploy` loads this first, also those of the functions.

const { lookup } = dns;
const { fetch: usualFetch } = globalThis;

/** No name leads to another machine. The API has a name under localhost, which not every system knows. */
dns.lookup = ((name: string, options: object, done: (error: Error | null) => void) => {
  if (/^127\.|(^|\.)localhost$/.test(name)) lookup('127.0.0.1', options, done);
  else done(new Error(`${name} is not on this machine`));
}) as typeof lookup;

/** MiniStack takes what a function sends to AWS by node:https, but not what it sends by fetch. */
globalThis.fetch = (input, init) =>
  input instanceof Request && input.url.includes('.amazonaws.com/')
    ? usualFetch(new Request(`${process.env['AWS_ENDPOINT_URL']}`, input), init)
    : usualFetch(input, init);
