import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { functionFolder } from '../../synthesized.ts';
import { npm } from '../../system.ts';

interface Locked {
  readonly name?: string;
  readonly version: string;
  readonly integrity: string;
  readonly dev?: boolean;
}

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly unknown[];
}

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const [, list = ''] =
  /&& npm (sbom [^|]+) \| node infra\/commands\/sbom\.ts > cdk\.out\/sbom\.json$/.exec(
    scripts.synth,
  ) ?? [];
const sbom = JSON.parse(
  execFileSync(process.execPath, ['infra/commands/sbom.ts'], {
    input: npm(list.split(' ')),
    encoding: 'utf8',
  }),
);
const components: Component[] = sbom.components;
const titles = components.map(({ name, version }) => `${name} ${version}`);

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const locked = Object.entries<Locked>(packages)
  .filter(([path, { dev }]) => path !== '' && !dev)
  .map(([path, description]) => ({ name: path.replace(/^.*node_modules\//, ''), ...description }));

describe('the list of the deployed packages', () => {
  it('has every package that the lock file holds for production, by its hash, and no other', () => {
    expect(sbom.metadata.component).toMatchObject({ name: 'plant-store', type: 'application' });
    expect(titles.toSorted()).toEqual(
      locked.map(({ name, version }) => `${name} ${version}`).toSorted(),
    );
    const hashes = components.flatMap((component) => component.hashes);
    expect(hashes.map(({ alg, content }) => `${alg} ${content}`).toSorted()).toEqual(
      locked.map(({ integrity }) => `SHA-512 ${hexadecimal(integrity)}`).toSorted(),
    );
    for (const { licenses } of components) expect(licenses).toHaveLength(1);
  });

  it('has every package that a function is bundled from', () => {
    for (const fn of ['CreatePlant', 'Authorize', 'Probe', 'VerifyRelease']) {
      const notices = readFileSync(join(functionFolder(fn), 'THIRD-PARTY-NOTICES.txt'), 'utf8');
      const bundled = [...notices.matchAll(/^(\S+ \d[\w.-]*) \([\w.-]+\)$/gm)];
      expect(bundled.length).toBeGreaterThan(0);
      for (const [, title] of bundled) expect(titles).toContain(title);
    }
  });

  it('connects each package with those that need it', () => {
    const edges = new Map<string, string[]>(
      sbom.dependencies.map(({ ref, dependsOn }: never) => [ref, dependsOn]),
    );
    const root = 'plant-store@1.0.0';
    const reached = new Set([root]);
    for (const ref of reached) for (const next of edges.get(ref) ?? []) reached.add(next);
    expect(reached).toEqual(new Set([root, ...components.map((one) => one['bom-ref'])]));
  });
});

function hexadecimal(integrity: string): string {
  return Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
}
