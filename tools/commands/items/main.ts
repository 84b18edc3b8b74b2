import { runCommand } from '../terminal/run-command.ts';
import { runItemsCommand } from './items-command.ts';

await runCommand(runItemsCommand);
