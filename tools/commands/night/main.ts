import { runCommand } from '../terminal/run-command.ts';
import { personAt } from './ask.ts';
import { runNightCommand } from './night-command.ts';

const terminal = { out: console.log, note: console.error, ask: personAt(process.stdin) };
await runCommand((args) => runNightCommand(args, terminal));
