import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import project from '../../package.json' with { type: 'json' };
import { readContractText } from '../../tools/contract/contract.ts';
import { digestOfPromises, promisesOf } from '../../tools/contract/promises.ts';
import { filesOf } from '../../tools/test/setup/system.ts';

it('each place of the version has that of openapi.yaml', () => {
  const { version } = parse(readContractText()).info;
  const { version: locked, packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const places = [project.version, locked, packages[''].version];
  expect(places, 'package.json and package-lock.json: npm version').toEqual(Array(3).fill(version));
  expect(/^## (.+)$/m.exec(readFileSync('docs/CHANGELOG.md', 'utf8'))?.[1]).toBe(version);
});

// Code and tests follow openapi.yaml. So a copy and its digest stay that do not, also before the first deploy.
const copies = filesOf('docs/contracts/*.yaml').map((file) => {
  return { version: file.replace(/.*\/|\.yaml$/g, ''), text: readFileSync(file, 'utf8') };
});

it('each released contract stays as it was released', () => {
  const digests = copies.map(({ version, text }) => [version, digestOfPromises(text)]);
  const steps = 'A version that clients have must not change. For a new one: docs/CHANGELOG.md';
  expect(Object.fromEntries(digests), steps).toMatchInlineSnapshot(`
    {
      "1.0.0": "9945153a891831d9",
    }
  `);
});

it('openapi.yaml promises the same as the copy of its version in docs/contracts', () => {
  const { version } = parse(readContractText()).info;
  const copy = readFileSync(`docs/contracts/${version}.yaml`, 'utf8');
  const steps =
    'Fields, types or codes have changed, so this is another version: docs/CHANGELOG.md';
  expect(promisesOf(readContractText()), steps).toEqual(promisesOf(copy));
});

/** A change of the contract, as `redocly diff` reports it: what it does to clients, and why. */
interface Change {
  readonly impact: 'major' | 'minor' | 'patch';
  readonly path: string;
  readonly property?: string;
  readonly verdicts: readonly { readonly message: string }[];
}

/** https://redocly.com/docs/cli/commands/diff. It does not see another error code in an example: the test above does. */
function changesBetween(base: string, revision: string): readonly Change[] {
  const redocly = 'node_modules/@redocly/cli/bin/cli.js';
  const args = ['diff', base, revision, '--format', 'json', '--fail-on', 'none'];
  const { stdout, stderr } = spawnSync(process.execPath, [redocly, ...args], {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
    encoding: 'utf8',
  });
  expect(stdout, stderr).toContain('"changes"');
  return JSON.parse(stdout).changes;
}

function isOlder(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) < 0;
}

it('the version says whether old clients still work', () => {
  const { version } = parse(readContractText()).info;
  const older = copies
    .map((copy) => copy.version)
    .filter((one) => isOlder(one, version))
    .toSorted((a, b) => (isOlder(a, b) ? -1 : 1));
  const before = older.at(-1) ?? version;
  const [major, minor] = version.split('.');
  const [majorBefore, minorBefore] = before.split('.');
  const isMajor = major !== majorBefore;
  const isMinor = isMajor || minor !== minorBefore;
  const needsMore = changesBetween(`docs/contracts/${before}.yaml`, 'openapi.yaml')
    // Each machine has its own address. A patch only changes words.
    .filter(({ path }) => !path.startsWith('#/servers'))
    .filter(({ impact }) => (impact === 'major' && !isMajor) || (impact === 'minor' && !isMinor))
    .map(({ impact, path, property = '', verdicts }) => {
      const reasons = verdicts.map(({ message }) => message).join(' ');
      return `${impact}: ${reasons || `${path} ${property}`}`;
    });
  const steps = `These changes since ${before} need another version than ${version}: docs/CHANGELOG.md`;
  expect(needsMore, steps).toEqual([]);
});
