import { tokenCommand } from './token-command.ts';

process.exitCode = await tokenCommand(process.argv.slice(2), {
  out: console.log,
  note: console.error,
});
