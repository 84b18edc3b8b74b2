import { runCommand } from '../../shared/terminal/run-command.ts';
import { runItemsCommand } from './items-command.ts';

await runCommand(runItemsCommand);
