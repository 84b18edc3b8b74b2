import { runCommand } from '../terminal/run-command.ts';
import { tokenCommand } from './token-command.ts';

await runCommand((args) => tokenCommand(args, { out: console.log, note: console.error }));
