import { readFileSync } from 'node:fs';
import { pathOf } from '../../shared/terminal/options.ts';
import { UsageError } from '../../shared/usage-error.ts';
import { withFile } from '../../shared/with-file.ts';
import { type Key, type KeyRule, readKey } from './key.ts';

/** The keys in a file, one in a line: each of them, or an error. The last line can be without an end. */
export function readKeyFile(file: string, rule: KeyRule): readonly Key[] {
  const text = withFile(file, 'read', () => readFileSync(pathOf(file), 'utf8'));
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const keys = lines.flatMap((line, index) => {
    const word = rule.type === 'N' ? line.trim() : line;
    return word === '' ? [] : readKey(word, rule, `Line ${index + 1} of ${file}`);
  });
  if (keys.length > 0) return keys;
  throw new UsageError(`${file} has no ${rule.key}: write one in each line.`);
}
