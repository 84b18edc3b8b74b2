import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateToken, withChecksum } from '../../../functions/authorize/token.ts';
import { developmentToken } from '../../../infra/commands/development-token.ts';
import { assembly } from '../../synthesized.ts';
import { secretsIn } from './secret-scan.ts';

// All files that Git has or would add.
const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
const repository = execFileSync('git', list, { encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && existsSync(file));
const deployed = readdirSync(assembly, { recursive: true, encoding: 'utf8' })
  .map((file) => join(assembly, file))
  .filter((file) => statSync(file).isFile());

function findings(files: readonly string[]): string[] {
  return files.flatMap((file) => secretsIn(read(file)).map((secret) => `${file}: ${secret}`));
}
// As bytes, so that no encoding hides anything.
function read(file: string): string {
  return readFileSync(file, 'latin1');
}

describe('no secret', () => {
  it('is in any file of the repository', () => {
    expect(repository).toContain('package-lock.json');
    expect(repository).toContain('test/service/security/secret-scan.ts');
    expect(findings(repository)).toEqual([]);
  });

  it('is in a deployed file, and neither is the development token', () => {
    expect(deployed.filter((file) => file.endsWith('handler.js'))).toHaveLength(4);
    expect(findings(deployed)).toEqual([]);
    for (const file of deployed) expect(read(file), file).not.toContain(developmentToken);
  });
});

// In pieces, so that the scan does not find them in this file.
const planted: [string, string][] = [
  ['a token of the plant store', generateToken()],
  ['an AWS access key', `AKI${'A'}IOSFODNN7EXAMPL2`],
  ['an AWS access key', `ASI${'A'}IOSFODNN7EXAMPL2`],
  ['an AWS secret key', `aws_secret_access_key = ${'wJalrXUtnF'.repeat(4)}`],
  ['an AWS secret key', `"SecretAccessKey": "${'wJalrXUtnF'.repeat(4)}"`],
  ['a private key', `-----BEGIN ${'PRIVATE'} KEY-----`],
  ['a private key', `-----BEGIN RSA ${'PRIVATE'} KEY-----`],
  ['a private key', `-----BEGIN OPENSSH ${'PRIVATE'} KEY-----`],
  ['a private key', `-----BEGIN PGP ${'PRIVATE'} KEY BLOCK-----`],
  ['a GitHub token', `gh${'p'}_${'a1B2'.repeat(9)}`],
  ['a GitHub token', `github_${'pat'}_${'a1B2_'.repeat(16)}`],
  ['an npm token', `npm${'_'}${'a1B2'.repeat(9)}`],
  ['an npm token', `//registry.npmjs.org/:_auth${'Token'}=0123`],
  ['a Slack token', `xox${'b'}-1234567890-abc`],
  ['a Google key', `AI${'za'}${'a1B2_'.repeat(7)}`],
  ['a Stripe key', `sk${'_'}live_${'a1B2'.repeat(6)}`],
  ['a JSON web token', `${'ey'}JhbGciOiJIUzI1NiJ9.${'ey'}JzdWIiOiIxMjM0In0.${'x'.repeat(43)}`],
  ['a password in a URL', `postgres://admin:${'hunter2'}@db.example.com/plants`],
];

describe('the scan', () => {
  it.each(planted)('finds %s (%#)', (kind, secret) => {
    const expected = [`${kind} in line 2`];
    expect(secretsIn(`const first = 1;\nconst second = '${secret}';\n`)).toEqual(expected);
    expect(secretsIn(`first\n${secret}`)).toEqual(expected);
  });

  it.each([
    developmentToken,
    'plant_[0-9A-Za-z]{49}',
    withChecksum(`plant_${'0'.repeat(43)}`).replace(/3$/, '4'),
    '_authToken=$'.concat('{NPM_TOKEN}'),
    'http://127.0.0.1:3000/plants?mail=a@b',
    `sha512-${'AKIA'.repeat(20)}==`,
  ])('ignores %s', (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
