import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isToken, withChecksum } from '../../../functions/authorize/token.ts';
import { developmentToken } from '../../../tools/commands/development-token.ts';
import { generateToken } from '../../../tools/commands/token/generate-token.ts';
import { assembly } from '../../synthesized.ts';

/** Secrets that must not be in a repository: the form of each, and examples in pieces, so that this file has none. */
const secrets: readonly [kind: string, form: RegExp, ...examples: string[]][] = [
  ['a token of the plant store', /\bplant_[0-9A-Za-z]{49}\b/g, generateToken()],
  [
    'an AWS access key',
    /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g,
    ...['AKI', 'ASI'].map((start) => `${start}AIOSFODNN7EXAMPL2`),
  ],
  [
    'an AWS secret key',
    /secret_?access_?key["'\s]*[:=]["'\s]*[A-Za-z0-9/+]{40}\b/gi,
    `aws_secret_access_key = ${'wJalrXUtnF'.repeat(4)}`,
    `"SecretAccessKey": "${'wJalrXUtnF'.repeat(4)}"`,
  ],
  [
    'a private key',
    /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----/g,
    ...['', 'RSA ', 'OPENSSH '].map((type) => `-----BEGIN ${type}${'PRIVATE'} KEY-----`),
    `-----BEGIN PGP ${'PRIVATE'} KEY BLOCK-----`,
  ],
];

/** Samples say in words that they are not a secret. A random secret does not. */
function isSample(found: string): boolean {
  return /^plant_ThisToken[A-Z][a-z]/.test(found);
}

/** The secrets in a text, by kind and line. Their values are never repeated. */
function secretsIn(text: string): string[] {
  return secrets.flatMap(([kind, form]) =>
    [...text.matchAll(form)]
      .filter(([found]) => !found.startsWith('plant_') || (isToken(found) && !isSample(found)))
      .map(({ index }) => `${kind} in line ${text.slice(0, index).split('\n').length}`),
  );
}

function findings(files: readonly string[]): string[] {
  return files.flatMap((file) => secretsIn(read(file)).map((secret) => `${file}: ${secret}`));
}
// As bytes, so that no encoding hides anything.
function read(file: string): string {
  return readFileSync(file, 'latin1');
}

describe('no secret', () => {
  it('is in any file that Git has or would add', () => {
    const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
    const names = execFileSync('git', list, { encoding: 'utf8' }).split('\0');
    const repository = names.filter((file) => file !== '' && existsSync(file));
    expect(repository).toContain('package-lock.json');
    expect(repository).toContain('test/service/security/secrets.test.ts');
    expect(findings(repository)).toEqual([]);
  });

  it('is in a deployed file, and neither is the development token', () => {
    const deployed = readdirSync(assembly, { recursive: true, encoding: 'utf8' })
      .map((file) => join(assembly, file))
      .filter((file) => statSync(file).isFile());
    expect(deployed.filter((file) => file.endsWith('handler.js'))).toHaveLength(3);
    expect(findings(deployed)).toEqual([]);
    for (const file of deployed) expect(read(file), file).not.toContain(developmentToken);
  });
});

describe('the scan', () => {
  const hidden = secrets.flatMap(([kind, _, ...examples]) =>
    examples.map((secret): [string, string] => [kind, secret]),
  );
  it.each(hidden)('finds %s (%#)', (kind, secret) => {
    expect(secretsIn(`first\n'${secret}'`)).toEqual([`${kind} in line 2`]);
  });

  it.each([
    developmentToken,
    'plant_[0-9A-Za-z]{49}',
    withChecksum(`plant_${'0'.repeat(43)}`).replace(/.$/, '_'),
    `sha512-${'AKIA'.repeat(20)}==`,
  ])('ignores %s', (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
