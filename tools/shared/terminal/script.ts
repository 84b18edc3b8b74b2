import packageJson from '../../../package.json' with { type: 'json' };

/** In the file for CloudShell, esbuild writes the name of that file in its place. */
declare const bundledAs: string | undefined;

const file = typeof bundledAs === 'undefined' ? undefined : bundledAs;

/**
 * The commands of `npm run night` that the file for CloudShell does not have, because they need a clone. They are named
 * here and not in tools/commands/night, because those commands import this file.
 */
export const inClones: readonly string[] = ['repair', 'deploy', 'bundle'];

/** The npm script of a command of tools/commands. It has the name of the command, but that of `items` has another. */
export function scriptNameOf(command: string): string {
  const scripts = Object.entries(packageJson.scripts);
  const [name] = scripts.find(([, script]) => script.endsWith(`run.cjs ${command}`)) ?? [command];
  return name;
}

/** How a user types a command of tools/commands. */
export function scriptOf(command: string): string {
  const name = scriptNameOf(command);
  if (file === undefined) return `npm run ${name}`;
  return command === 'night' ? `node ${file}` : `node ${file} ${name}`;
}

/** A command with its arguments, as a user types it: `npm run night -- open --stack NAME`. */
export function typed(command: string, words: string): string {
  const [first = ''] = words.split(' ');
  if (command === 'night' && inClones.includes(first)) return `npm run night -- ${words}`;
  return `${scriptOf(command)}${file === undefined ? ' --' : ''} ${words}`;
}
