import { runCommand } from '../terminal/run-command.ts';
import { runRestoreCommand } from './restore-command.ts';

await runCommand((args) => runRestoreCommand(args, { out: console.log, note: console.error }));
