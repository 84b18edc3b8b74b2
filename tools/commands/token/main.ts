import { personAt } from '../terminal/prompt.ts';
import { runCommand } from '../terminal/run-command.ts';
import { runTokenCommand } from './token-command.ts';

const terminal = { out: console.log, note: console.error, prompt: personAt(process.stdin) };
await runCommand((args) => runTokenCommand(args, terminal));
