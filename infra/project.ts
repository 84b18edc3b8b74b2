import { dirname } from 'node:path';

/** The folder of this project. */
export const project = dirname(import.meta.dirname);
