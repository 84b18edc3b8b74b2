import { runCommand } from '../terminal/run-command.ts';
import { runTokenCommand } from './token-command.ts';

await runCommand(runTokenCommand);
