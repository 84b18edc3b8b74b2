import { join } from 'node:path';

/** The folder of this project, which has package.json. */
export const projectFolder = join(import.meta.dirname, '../..');
