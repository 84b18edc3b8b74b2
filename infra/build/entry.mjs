// `index.mjs` of each function, which Lambda starts. Lambda waits for the await of an ES module:
// https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html

// An import of a built-in module would read each of its exports, and reading some of them loads more modules.
const { getBuiltinModule } = process;

// An import would read the bundle once more, for the names of its exports.
const load = getBuiltinModule('node:module').createRequire(import.meta.url);
const bundle = load('./handler.js');

// Node uses a regular expression to see whether a name is an IPv6 address. V8 first compiles it to 100 kB
// of bytecode, in 6 ms. For a text of 1,000 characters it compiles to machine code at once, in 1 ms:
// https://v8.dev/blog/regexp-tier-up
getBuiltinModule('node:net').isIP('-'.repeat(1_000));

await bundle.warmUp?.();

export const { handler } = bundle;
