import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { assembly, template } from '../../../synthesized.ts';

/** A copy of the stack whose create function is another. */
export function changedAssembly(code: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'plant-store-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(assembly, copy, { recursive: true });
  const asset = template.Resources['CreatePlant']?.Metadata?.['aws:asset:path'] ?? '';
  writeFileSync(join(copy, asset, 'handler.js'), `exports.warmUp = () => {};\n${code}`);
  return copy;
}
