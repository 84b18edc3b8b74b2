import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembly, templatePath } from './synthesized.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The synthesized stack with a throttle that a thousand requests at once do not reach. */
export function unthrottled(): string {
  const copy = temporaryFolder();
  cpSync(assembly, copy, { recursive: true });
  const text = readFileSync(templatePath, 'utf8');
  const generous = text.replace(/("Throttling(?:Rate|Burst)Limit": )\d+/g, '$1100000');
  if (generous === text) throw new Error('The template states no throttle');
  writeFileSync(join(copy, 'PlantStore.template.json'), generous);
  return copy;
}
