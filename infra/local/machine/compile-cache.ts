import { dirname, join } from 'node:path';

const project = dirname(dirname(dirname(import.meta.dirname)));

/** For the environment of a process or a thread. What Node compiled for one, it need not compile for the next. */
export const compileCache = { NODE_COMPILE_CACHE: join(project, 'node_modules/.cache/node') };
