import { runCommand } from '../terminal/run-command.ts';
import { runRestoreCommand } from './restore-command.ts';

await runCommand(runRestoreCommand);
