import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { vi } from 'vitest';
import type { Template } from '../../../../test/setup/synthesized.ts';
import { oncePerProcess } from '../../setup/once.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

// A clone with a remote, and stand-ins for npm and the CDK.

// They start few other programs, because each one takes as long as a whole test of a function.
const npx = `#!/bin/sh
read -r code < code
read -r settings < cdk.json
printf '%s\\n' "$* | $code | $settings | $AWS_REGION" >> "$STAND_IN/calls"
case $2 in
  synth) ln -s "$STAND_IN" cdk.out ;;
  deploy) echo 'Deployment time: 9 s'; echo "$PWD" > "$STAND_IN/folder" ;;
esac
test ! -e "$STAND_IN/$2-fails"
`;

const gitConfig = `
[core]
  logAllRefUpdates = false
[remote "origin"]
  url = ../remote
  fetch = +refs/heads/*:refs/remotes/origin/*
[user]
  name = Jane
  email = jane@example.com
[maintenance]
  auto = false
`;

export type TestClone = ReturnType<typeof createClone>;

function gitIn(folder: string) {
  return (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
}

/** Commits a file, and returns the id of the commit. */
function commitIn(folder: string, file: 'code' | 'cdk.json', text: string): string {
  writeFileSync(join(folder, file), `${text}\n`);
  const git = gitIn(folder);
  git('commit', '--quiet', '--all', '--message', text);
  return git('rev-parse', 'HEAD');
}

/** A remote whose branch main has older and newer code and settings, with a clone of it. */
const original = oncePerProcess('a clone with a remote', () => {
  const parent = temporaryFolder();
  const folder = join(parent, 'clone');
  const git = gitIn(parent);
  // Few files, because each test gets a copy of them.
  git('init', '--quiet', '--bare', '--template=', 'remote');
  git('init', '--quiet', '--initial-branch', 'main', '--template=', 'clone');
  writeFileSync(join(folder, '.git', 'config'), gitConfig);
  for (const file of ['code', 'cdk.json']) writeFileSync(join(folder, file), '');
  git('-C', 'clone', 'add', '--all');
  commitIn(folder, 'cdk.json', 'old settings');
  const good = commitIn(folder, 'code', 'good code');
  commitIn(folder, 'cdk.json', 'new settings');
  const bad = commitIn(folder, 'code', 'bad code');
  git('-C', 'clone', 'push', '--quiet', 'origin', 'main');
  for (const one of ['remote', 'clone']) git('-C', one, 'gc', '--quiet');
  for (const [name, text] of Object.entries({ npx, npm: '#!/bin/sh\n' }))
    writeFileSync(join(parent, name), text, { mode: 0o755 });
  return { parent, good, bad };
});

export function createClone() {
  const parent = temporaryFolder();
  cpSync(original.parent, parent, { recursive: true });
  const folder = join(parent, 'clone');
  const git = gitIn(folder);
  const standIn = temporaryFolder();
  vi.stubEnv('PATH', `${parent}${delimiter}${process.env['PATH']}`);
  vi.stubEnv('STAND_IN', standIn);
  return {
    folder,
    git,
    good: original.good,
    bad: original.bad,
    commit: (file: 'code' | 'cdk.json', text: string) => commitIn(folder, file, text),
    push: () => git('push', '--quiet', 'origin', 'HEAD:main'),
    loseRemote: () => rmSync(join(parent, 'remote'), { recursive: true }),
    /** What the CDK makes from each commit. */
    synthesizes(stack: string, template: Template) {
      writeFileSync(join(standIn, `${stack}.template.json`), JSON.stringify(template));
    },
    fails: (command: string) => writeFileSync(join(standIn, `${command}-fails`), ''),
    /** How the CDK was called, with the code, the settings and the region that it saw. */
    calls(command: string): string[] {
      const file = join(standIn, 'calls');
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
      return lines.filter((line) => line.startsWith(`cdk ${command} `));
    },
    /** The folder of the last deploy. */
    deployFolder: () => readFileSync(join(standIn, 'folder'), 'utf8').trim(),
    /** The folders beside the clone that git still knows. */
    worktrees: () => {
      const known = join(folder, '.git', 'worktrees');
      return existsSync(known) ? readdirSync(known) : [];
    },
  };
}
