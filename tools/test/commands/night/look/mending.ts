import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { type Command, isNight, shellLine } from '../../../../commands/night/look/command.ts';
import type { Finding } from '../../../../commands/night/look/finding.ts';
import { anchorsOf } from '../../../setup/anchors.ts';
import { night } from '../run-night.ts';
import { readAwsLine } from './aws-line.ts';

// The commands that `look` prints: whether they exist, and what they do to the stand-in.

const ofNight = 'npm run night -- ';

/** Of the runbook. */
export const chapters = anchorsOf(readFileSync('docs/RUNBOOK.md', 'utf8'));

/** The runbook has the chapter of each finding. */
export function expectChapters(findings: readonly Finding[]): void {
  for (const { runbook } of findings) expect(chapters).toContain(runbook);
}

/** The findings as they are printed. */
export function printed(findings: readonly Finding[]) {
  return findings.map((one) => ({ ...one, commands: one.commands.map(shellLine) }));
}

/** Each is a command that its program accepts. */
export async function expectCommands(commands: readonly Command[]): Promise<void> {
  for (const command of commands) {
    const line = shellLine(command);
    if (command.tool === 'aws') readAwsLine(line);
    else if (command.tool === 'night') {
      const { code, notes } = await night(`${line.slice(ofNight.length)} --help`);
      expect({ line, code, notes }).toEqual({ line, code: 0, notes: '' });
    } else expect(line).toMatch(/^git push origin [0-9a-f]{40}:main$/);
  }
}

/** A deploy needs a real AWS, and a person must open the link of a mail. */
export function isPlayable(command: Command): boolean {
  if (command.tool === 'aws') return command.operation !== 'sns subscribe';
  return command.tool === 'night' && !isNight(command, 'deploy', 'repair', 'restore-table');
}

/** Runs it as a person who has copied its line. */
export async function play(command: Command): Promise<void> {
  const line = shellLine(command);
  if (command.tool === 'night') {
    const { code, notes } = await night(`${line.slice(ofNight.length)} --confirm production`);
    expect({ line, code, notes }).toMatchObject({ line, code: 0 });
    return;
  }
  const { Client, command: sent } = readAwsLine(line);
  await new Client().send(sent);
}
