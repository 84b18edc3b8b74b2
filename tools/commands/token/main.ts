import { runCommand, writeSecret } from '../terminal/run-command.ts';
import { tokenCommand } from './token-command.ts';

const terminal = { out: console.log, outSecret: writeSecret, note: console.error };
await runCommand((args) => tokenCommand(args, terminal));
