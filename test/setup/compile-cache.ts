import { dirname, join } from 'node:path';

const project = dirname(dirname(import.meta.dirname));

/** For the environment of a process or a thread: Node compiles a file once, not in each of them. */
export const compileCache = { NODE_COMPILE_CACHE: join(project, 'node_modules/.cache/node') };
