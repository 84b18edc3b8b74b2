import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { buildOptions } from '../../../infra/build/bundle.ts';
import type { DeployedFunction } from '../../test/setup/deployed-function.ts';
import { operationFunction } from './measured.ts';

interface Trick {
  readonly name: string;
  /** The part of the SDK that is not bundled. */
  readonly module?: string;
  /** The text of a file that does it. */
  readonly text?: readonly [file: 'handler.js' | 'index.mjs', RegExp];
}

/** What a start does beside a usual bundle. */
export const tricks: readonly Trick[] = [
  { name: 'warm-up.ts', text: ['index.mjs', /^await bundle\.warmUp.*$/m] },
  { name: 'lean-sdk/credentials.ts', module: '@aws-sdk/credential-provider-node' },
  { name: 'lean-sdk/config.mjs', module: '@smithy/core/config' },
  { name: 'no streams of events', module: '@smithy/core/event-streams' },
  { name: 'streamCollector', text: ['handler.js', /streamCollector:[\w.]+,(?=requestHandler)/] },
];

/** The measured function without this trick. */
export function bundleWithoutTrick(
  ours: DeployedFunction,
  { module = '', text }: Trick,
  parent: string,
) {
  const folder = mkdtempSync(join(parent, 'without-'));
  cpSync(ours.folder, folder, { recursive: true });
  const { alias, external } = buildOptions;
  const { outputFiles } = buildSync({
    ...buildOptions,
    alias: Object.fromEntries(Object.entries(alias).filter(([name]) => name !== module)),
    external: external.filter((name) => name !== module),
    entryPoints: [operationFunction.file],
    sourcemap: false,
  });
  writeFileSync(join(folder, 'handler.js'), `${outputFiles[0]?.text}`);
  if (text) {
    const path = join(folder, text[0]);
    const before = readFileSync(path, 'utf8');
    const after = before.replace(text[1], '');
    if (after === before) throw new Error(`${text[0]} has no ${text[1]}`);
    writeFileSync(path, after);
  }
  return { ...ours, folder };
}
