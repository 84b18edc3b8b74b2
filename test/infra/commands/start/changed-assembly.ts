import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembly, template } from '../../../synthesized.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

/** A copy of the stack with another create function. */
export function changedAssembly(code: string): string {
  const copy = temporaryFolder();
  cpSync(assembly, copy, { recursive: true });
  const asset = template.Resources['CreatePlant']?.Metadata?.['aws:asset:path'] ?? '';
  writeFileSync(join(copy, asset, 'handler.js'), `exports.warmUp = () => {};\n${code}`);
  return copy;
}
