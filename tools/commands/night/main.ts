import { runCommand } from '../../shared/terminal/run-command.ts';
import { runNightCommand } from './night-command.ts';

await runCommand(runNightCommand);
