// `index.mjs` of each function, which Lambda starts. Lambda waits for the await of an ES module:
// https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html

// An import of a built-in module would read each of its exports, and reading some of them loads more modules.
const { getBuiltinModule } = process;

// An import would read the bundle once more, for the names of its exports.
const load = getBuiltinModule('node:module').createRequire(import.meta.url);
const bundle = load('./handler.js');

await bundle.warmUp?.();

export const { handler } = bundle;
