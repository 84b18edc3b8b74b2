import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

type Properties = Readonly<Record<string, string>>;

/** An argument of Node: it replaces properties of `process`, for example its version. */
function pretending(properties: Properties): string {
  const code = Object.entries(properties).map(
    ([name, value]) => `Object.defineProperty(process, '${name}', { value: '${value}' });`,
  );
  return `--import=data:text/javascript,${encodeURIComponent(code.join(''))}`;
}

/** Runs a script of this project as a process of that kind. */
export function runAs(properties: Properties, cwd: string, file: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [pretending(properties), resolve(cwd, file), ...args],
    { cwd, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}
