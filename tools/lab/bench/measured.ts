import { basename, dirname } from 'node:path';
import { functions, routes } from '../../../functions/service.ts';

const [{ functionName: name }] = routes;
const { file } = functions[name];

/** What is measured: the function of the first route, and the event of a valid request. */
export const measured = { name, file, event: `events/${basename(dirname(file))}/valid.json` };
