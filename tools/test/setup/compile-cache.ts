import { join } from 'node:path';
import { project } from '../../../infra/project.ts';

/** For the environment of a process or a thread: Node compiles a file once, not in each of them. */
export const compileCache = { NODE_COMPILE_CACHE: join(project, 'node_modules/.cache/node') };
