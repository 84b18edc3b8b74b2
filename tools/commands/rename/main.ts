import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../../infra/project/project-folder.ts';
import { createInterruption } from '../../shared/terminal/interruption.ts';
import { defaultDataFolder, readArguments } from '../../shared/terminal/options.ts';
import { runCommand } from '../../shared/terminal/run-command.ts';
import { build } from './build.ts';
import { addToGit, ignore, readFiles, refuseChanges } from './clone.ts';
import { currentNoun, readNoun } from './noun.ts';
import { renamedFiles } from './renamed.ts';
import { takeOver } from './take-over.ts';

const commandLine = {
  command: 'npm run rename',
  help: `Gives the service another noun in the place of ${currentNoun.one}: in files, texts, names and tokens.

  npm run rename -- NOUN [PLURAL]

  NOUN    what the service stores, for example book
  PLURAL  if it is not the usual one, for example mouse mice

It needs a clone without changes. At its end, it also removes itself.`,
  options: {},
  takesOperands: true,
} as const;

/*
 * This is a command and not a checklist: the noun is in more than a hundred files, and also changes the checksums of tokens
 * and the digests of contracts. Nobody finds all of that by hand.
 */
await runCommand((args) => {
  const given = readArguments(args, commandLine);
  if (given === undefined) return;
  const noun = readNoun(given.positionals);
  const project = projectFolder;
  refuseChanges(project);
  const files = readFiles(project);
  const renamed = renamedFiles(files, noun);
  const hasData = existsSync(join(project, defaultDataFolder));
  // A Ctrl-C must not end it between two files.
  createInterruption();
  takeOver(
    project,
    (folder) => build({ project, folder, files, renamed, noun }),
    (paths, write) => {
      if (hasData) ignore(project, defaultDataFolder, write);
      addToGit(project, paths);
    },
  );
  console.log(`The service stores ${noun.many} now. Next: npm run check, and git commit.`);
  console.log('Then give it your own fields: "Your own contract" in .github/CONTRIBUTING.md.');
  if (hasData) console.log(`${defaultDataFolder} has the data of before. Nothing uses it now.`);
});
