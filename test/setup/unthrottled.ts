import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembly, template } from './synthesized.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The synthesized stack with a throttle that a thousand requests at the same time do not reach. */
export function unthrottled(): string {
  const copy = temporaryFolder();
  cpSync(assembly, copy, { recursive: true });
  const text = JSON.stringify(template);
  const generous = text.replace(/("Throttling(?:Rate|Burst)Limit":)\d+/g, '$1100000');
  if (generous === text) throw new Error('The template has no throttle');
  writeFileSync(join(copy, 'PlantStore.template.json'), generous);
  return copy;
}
