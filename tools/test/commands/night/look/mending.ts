import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { anchorsOf } from '../../../../../test/setup/anchors.ts';
import type { Finding } from '../../../../commands/night/look/finding.ts';
import { night } from '../run-night.ts';
import { readAwsLine, wordsOf } from './aws-line.ts';

// The commands that `look` prints: whether they exist, and what they do to the stand-in.

const ofNight = 'npm run night -- ';

const chapters = anchorsOf(readFileSync('docs/RUNBOOK.md', 'utf8'));

/** The runbook has the chapter of each finding. */
export function expectChapters(findings: readonly Finding[]): void {
  for (const { runbook } of findings) expect(chapters).toContain(runbook);
}

/** Each line is a command that its program accepts. */
export async function expectCommands(lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    if (line.startsWith('aws ')) readAwsLine(line);
    else if (line.startsWith(ofNight)) {
      const { code, notes } = await night(`${line.slice(ofNight.length)} --help`);
      expect({ line, code, notes }).toEqual({ line, code: 0, notes: '' });
    } else expect(line).toMatch(/^git push origin [0-9a-f]{40}:main$/);
  }
}

/** A deploy needs a real AWS, and a person must open the link of a mail. */
export function isPlayable(line: string): boolean {
  return !/^npm run night -- (deploy|repair|restore-table)\b|^git |^aws sns subscribe\b/.test(line);
}

export async function play(line: string): Promise<void> {
  if (line.startsWith(ofNight)) {
    const words = [...wordsOf(line.slice(ofNight.length)), '--confirm', 'production'];
    const { code, notes } = await night(words.join(' '));
    expect({ line, code, notes }).toMatchObject({ line, code: 0 });
    return;
  }
  const { Client, command } = readAwsLine(line);
  await new Client().send(command);
}
