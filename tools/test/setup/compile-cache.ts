import { join } from 'node:path';
import { projectFolder } from '../../../infra/project/project-folder.ts';

/** For the environment of a process or a thread: Node compiles a file once, not in each of them. */
export const compileCache = { NODE_COMPILE_CACHE: join(projectFolder, 'node_modules/.cache/node') };
