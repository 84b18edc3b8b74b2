import packageJson from '../../../package.json' with { type: 'json' };

/** How a user types a command of this folder, by package.json. The script of `items` has a name of its own. */
export function scriptOf(command: string): string {
  const scripts = Object.entries(packageJson.scripts);
  const [name] = scripts.find(([, script]) => script.endsWith(`run.cjs ${command}`)) ?? [command];
  return `npm run ${name}`;
}

/** A command with its arguments, as a user types it: `npm run night -- open --stack NAME`. */
export function typed(command: string, words: string): string {
  return `${scriptOf(command)} -- ${words}`;
}
