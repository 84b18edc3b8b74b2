import { runCommand } from '../../shared/terminal/run-command.ts';
import { runRestoreCommand } from './restore-command.ts';

await runCommand(runRestoreCommand);
