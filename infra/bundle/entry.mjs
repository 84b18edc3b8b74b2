// `index.mjs` of each function, which Lambda starts. Lambda waits for the await of an ES module:
// https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html

// An import of a built-in module would read each of its exports, and reading some of them loads more modules.
const { getBuiltinModule } = process;

// Lambda starts Node with --expose-gc. With this flag, V8 takes no compiled code of Node's own modules
// from the cache inside Node: it compiles about 40 of them again, in 10 ms.
const { setFlagsFromString } = getBuiltinModule('node:v8');
setFlagsFromString('--no-expose-gc');

// An import would read the bundle once more, for the names of its exports.
const load = getBuiltinModule('node:module').createRequire(import.meta.url);
const bundle = load('./handler.js');

// Node uses a regular expression to see whether a name is an IPv6 address. V8 first compiles it to 100 kB
// of bytecode, in 6 ms. For a text of 1,000 characters it compiles to machine code at once, in 1 ms:
// https://v8.dev/blog/regexp-tier-up
getBuiltinModule('node:net').isIP('-'.repeat(1_000));

// When code runs a second time, V8 compiles it with Sparkplug. Before the first answer, that costs more than it
// saves, mostly on a small share of a core. With Sparkplug off, V8 also ignores Node's cache, so load node:dns first.
getBuiltinModule('node:dns');
setFlagsFromString('--no-sparkplug');
await bundle.warmUp?.();

let events = 0;

export function handler(event, context) {
  events += 1;
  if (events === 2) setFlagsFromString('--sparkplug');
  return bundle.handler(event, context);
}
