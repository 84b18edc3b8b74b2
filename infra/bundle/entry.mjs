// What Lambda starts: `index.mjs` of each function. Lambda waits for the await of an ES module:
// https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html

// An import of a built-in module would read each of its exports, and some of these load more.
const { getBuiltinModule } = process;

// Lambda starts Node with --expose-gc. With this flag, V8 takes no compiled code of Node's own modules
// from the cache inside Node: it compiles about 40 of them anew, in 10 ms.
const { setFlagsFromString } = getBuiltinModule('node:v8');
setFlagsFromString('--no-expose-gc');

// An import would read the bundle once more, for the names of its exports.
const load = getBuiltinModule('node:module').createRequire(import.meta.url);
const { handler, warmUp } = load('./handler.js');

// Node tells a name from an IPv6 address by a regular expression, of which V8 first makes 100 kB of
// bytecode, in 6 ms. For a text of 1,000 characters it makes machine code at once, in 1 ms:
// https://v8.dev/blog/regexp-tier-up
getBuiltinModule('node:net').isIP('-'.repeat(1_000));

// V8 compiles what runs twice a second time, by Sparkplug: for what a warm-up runs, that takes longer
// than it saves. Meanwhile this flag, too, keeps the cache out of use, so what is still missing comes first.
getBuiltinModule('node:dns');
setFlagsFromString('--no-sparkplug');
await warmUp?.();
setFlagsFromString('--sparkplug');

export { handler };
