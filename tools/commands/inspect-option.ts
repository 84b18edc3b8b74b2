import { wholeNumber } from './terminal/options.ts';

/** The option of commands that run functions. */
export const inspectOption = {
  takes: '[PORT]',
  alone: '9229',
  help: 'lets a debugger attach to PORT (default 9229); nothing times out',
} as const;

/** Only this machine can attach: a debugger can do everything that the process can. */
export function inspectorAddress(text: string | undefined) {
  if (text === undefined) return undefined;
  // Each further function needs the next port.
  const port = wholeNumber('--inspect', text, { least: 0, most: 65_000 });
  return { host: '127.0.0.1', ports: [port], setting: '--inspect' };
}
