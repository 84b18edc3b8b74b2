import { wholeNumber } from './terminal/options.ts';

const usualPort = '9229';

export const inspectHelp = `--inspect [PORT]     lets a debugger attach to PORT (default ${usualPort}); nothing times out`;

/** Node's parser knows no option that can stand alone or have a value. */
export function withInspectPort(args: readonly string[]): string[] {
  return args.map((arg, index) => {
    const isAlone = arg === '--inspect' && !/^\d/.test(args[index + 1] ?? '');
    return isAlone ? `${arg}=${usualPort}` : arg;
  });
}

/** Only this machine can attach: a debugger can do everything that the process can. */
export function inspectorAddress(text: string | undefined) {
  if (text === undefined) return undefined;
  // Each further function needs the next port.
  const port = wholeNumber('--inspect', text, { least: 0, most: 65_000 });
  return { host: '127.0.0.1', ports: [port], setting: '--inspect' };
}
