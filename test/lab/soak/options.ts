import { parseOptions, wholeNumber } from '../../../infra/commands/terminal/options.ts';

export interface SoakOptions {
  readonly requests: number;
  readonly minutes: number;
  readonly clients: number;
  readonly help: boolean;
}

export const soakHelp = `Sends requests of every kind to the local gateway and watches what it holds on to.

  npm run soak -- [options]

  --requests N  how many (default 1000000)
  --minutes M   how long at most (default 20)
  --clients N   how many at once (default 64)
  --help        this text

Ends with 1 when an answer was not the expected one, or memory, handles or instances grew.`;

const flags = {
  requests: { type: 'string', default: '1000000' },
  minutes: { type: 'string', default: '20' },
  clients: { type: 'string', default: '64' },
  help: { type: 'boolean', default: false },
} as const;

export function readSoakOptions(args: readonly string[]): SoakOptions {
  const { requests, minutes, clients, help } = parseOptions({
    args: [...args],
    options: flags,
  }).values;
  return {
    requests: wholeNumber('--requests', requests, { least: 1_000, most: 1_000_000_000 }),
    minutes: wholeNumber('--minutes', minutes, { most: 10_000 }),
    clients: wholeNumber('--clients', clients, { most: 1_000 }),
    help,
  };
}
