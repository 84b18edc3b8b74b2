import { typed } from '../../terminal/script.ts';
import type { Stage } from '../stage.ts';
import type { Broken } from './finding.ts';

// The commands that mend, with their names filled in.

/** Sets back by a deploy what differs from the template. */
export function repair({ stage }: { readonly stage: Stage }): string[] {
  return [night(stage, 'repair')];
}

/** A command of the night for a stage. */
export function night(stage: Stage, ...words: readonly string[]): string {
  return typed('night', [...words, '--stack', stage.name].join(' '));
}

/** Deploys the code of the commit before the last one, with today's settings. */
export function deployBack({ stage, before = 'COMMIT' }: Broken): string[] {
  return [night(stage, 'deploy', before, '--back')];
}

/** A command of AWS: `aws('lambda get-policy', { 'function-name': 'x' })`. A value of true is an option without value. */
export function aws(command: string, options: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name}`, ...[value].flat().map(quoted)];
  });
  return ['aws', command, ...words].join(' ');
}

/** A word as bash reads it. */
function quoted(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The physical id of a broken resource, or a word to replace. */
export function nameOf({ expected }: Broken): string {
  return expected.physicalId ?? 'NAME';
}
