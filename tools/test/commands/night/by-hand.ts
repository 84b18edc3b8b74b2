import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { vi } from 'vitest';
import type { Template } from '../../../../test/setup/synthesized.ts';
import { oncePerProcess } from '../../setup/once.ts';
import { temporaryFolder } from '../../setup/temporary-folder.ts';

// A clone with a remote, and stand-ins for npm and the CDK.

const npx = `#!/bin/sh
code=$(cat code) settings=$(cat cdk.json) where=$(pwd)
printf '%s\\n' "$* | $code | $settings | $AWS_REGION" >> "$STAND_IN/calls"
case $2 in
  synth) mkdir cdk.out && cp "$STAND_IN"/*.json cdk.out ;;
  deploy) echo 'Deployment time: 9 s'; echo "$where" > "$STAND_IN/folder" ;;
esac
test "$2" != "$(cat "$STAND_IN/failing")"
`;

export type TestClone = ReturnType<typeof createClone>;

function gitIn(folder: string) {
  return (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
}

/** Commits a file, and returns the id of the commit. */
function commitIn(folder: string, file: 'code' | 'cdk.json', text: string): string {
  writeFileSync(join(folder, file), text);
  const git = gitIn(folder);
  git('add', '--all');
  git('commit', '--quiet', '--message', text);
  return git('rev-parse', 'HEAD');
}

/** A remote whose branch main has older and newer code and settings, with a clone of it. */
const original = oncePerProcess('a clone with a remote', () => {
  const parent = temporaryFolder();
  const folder = join(parent, 'clone');
  const git = gitIn(parent);
  git('init', '--quiet', '--bare', 'remote');
  git('init', '--quiet', '--initial-branch', 'main', 'clone');
  git('-C', 'clone', 'remote', 'add', 'origin', '../remote');
  git('-C', 'clone', 'config', 'user.name', 'Jane');
  git('-C', 'clone', 'config', 'user.email', 'jane@example.com');
  commitIn(folder, 'cdk.json', 'old settings');
  const good = commitIn(folder, 'code', 'good code');
  commitIn(folder, 'cdk.json', 'new settings');
  const bad = commitIn(folder, 'code', 'bad code');
  git('-C', 'clone', 'push', '--quiet', 'origin', 'main');
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
  writeFileSync(join(standIn, 'failing'), '');
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
    /** What the CDK makes from each commit, and its warnings. */
    synthesizes(stack: string, template: Template, metadata = '{}') {
      writeFileSync(join(standIn, `${stack}.template.json`), JSON.stringify(template));
      writeFileSync(join(standIn, `${stack}.metadata.json`), metadata);
    },
    /** Lets the CDK make another stack. */
    rename(stack: string, other: string) {
      const file = (name: string) => join(standIn, `${name}.template.json`);
      renameSync(file(stack), file(other));
    },
    fails: (command: string) => writeFileSync(join(standIn, 'failing'), command),
    /** How the CDK was called, with the code, the settings and the region that it saw. */
    calls(command: string): string[] {
      const file = join(standIn, 'calls');
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
      return lines.filter((line) => line.startsWith(`cdk ${command} `));
    },
    /** The folder of the last deploy. */
    deployFolder: () => readFileSync(join(standIn, 'folder'), 'utf8').trim(),
    /** The folders beside the clone that git still knows. */
    worktrees: () => git('worktree', 'list').split('\n').slice(1),
  };
}
