import { runCommand } from '../../shared/terminal/run-command.ts';
import { runTokenCommand } from './token-command.ts';

await runCommand(runTokenCommand);
