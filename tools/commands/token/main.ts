import { runCommand, writeOut } from '../terminal/run-command.ts';
import { tokenCommand } from './token-command.ts';

await runCommand((args) => tokenCommand(args, { out: writeOut, note: console.error }));
