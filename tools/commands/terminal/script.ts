import packageJson from '../../../package.json' with { type: 'json' };

/** How a user types a command of this folder, by package.json: `npm run plants` for items.ts. */
export function scriptOf(command: string): string {
  const scripts = Object.entries(packageJson.scripts);
  const [name] = scripts.find(([, script]) => script.endsWith(`run.cjs ${command}`)) ?? [command];
  return `npm run ${name}`;
}
