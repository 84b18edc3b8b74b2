import { personAt } from '../terminal/prompt.ts';
import { runCommand } from '../terminal/run-command.ts';
import { runNightCommand } from './night-command.ts';

const terminal = { out: console.log, note: console.error, prompt: personAt(process.stdin) };
await runCommand((args) => runNightCommand(args, terminal));
