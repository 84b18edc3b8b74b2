import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes, tables } from '../../../../functions/service.ts';
import { type Template, template } from '../../../../test/setup/synthesized.ts';
import { useAwsModel } from '../../setup/aws-model/use-aws-model.ts';
import { slow } from '../../setup/slow.ts';
import { nightElsewhere } from './night-elsewhere.ts';
import { createClone, type TestClone } from './test-clone.ts';

const { model } = await useAwsModel({ template });
const confirmed = '--stack PlantStore --confirm production';
const [{ functionName }] = routes;
const [table = ''] = Object.keys(tables);

let clone: TestClone;
let good: string;
/** The newest commit of main, which is deployed. */
let bad: string;
beforeEach(() => {
  clone = createClone();
  ({ good, bad } = clone);
  clone.synthesizes('PlantStore', template);
  model.state.stack.outputs['Commit'] = bad;
});

function run(line: string, answer?: string) {
  return nightElsewhere(line, answer, clone.folder);
}

function templateWithout(...ids: readonly string[]): Template {
  const kept = Object.entries(template.Resources).filter(([id]) => !ids.includes(id));
  return { ...template, Resources: Object.fromEntries(kept) };
}

function idOfType(type: string): string {
  const [id] = Object.entries(template.Resources).find(([, { Type }]) => Type === type) ?? [];
  return id ?? expect.fail(`no ${type}`);
}

async function expectRefused(line: string, ...words: readonly string[]) {
  const { code, notes } = await run(line, 'production');
  expect(code).toBeGreaterThan(0);
  for (const word of words) expect(notes.split('\n').at(-1)).toContain(word);
  expect(clone.calls('deploy')).toEqual([]);
  expect(clone.worktrees()).toEqual([]);
}

describe('deploy', slow, () => {
  it('deploys a fix that has all that is deployed, and says what is to be pushed', async () => {
    const fix = clone.commit('code', 'fixed code');
    const { code, notes } = await run('deploy main --stack PlantStore', 'production');
    expect(code).toBe(0);
    expect(clone.calls('deploy')).toEqual([
      'cdk deploy PlantStore --app cdk.out --require-approval never | fixed code | new settings | eu-central-1',
    ]);
    expect(clone.calls('synth')[0]).toContain(
      `-c stage=production -c commit=${fix} -c gradual=false`,
    );
    expect(notes).toContain(`git push origin ${fix}:main`);
    expect(notes).toContain(`npm run night -- deploy ${bad} --back --stack PlantStore`);
  });

  it('works in a folder of its own, removes it, and owes no push of what is on main', async () => {
    const file = join(clone.folder, 'code');
    clone.git('switch', '--quiet', '--detach', good);
    writeFileSync(file, 'my work');
    model.state.stack.outputs['RepositoryUrl'] = 'https://git.example/plants';
    const { code, notes } = await run(`deploy origin/main -c throttleRate=5 ${confirmed}`);
    expect(code).toBe(0);
    expect(notes).not.toContain('git push');
    expect(clone.calls('deploy')[0]).toContain('| bad code |');
    // What the stage has, and what somebody adds.
    expect(clone.calls('synth')[0]).toMatch(
      / -c throttleRate=5 -c repositoryUrl=https:\/\/git.example\/plants /,
    );
    expect(existsSync(clone.deployFolder())).toBe(false);
    expect(clone.worktrees()).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe('my work');
    expect(clone.git('rev-parse', 'HEAD')).toBe(good);
  });

  it('goes back to older code with the settings of today, as a new commit', async () => {
    const { code, notes } = await run(`deploy ${good} --back ${confirmed}`);
    expect(code).toBe(0);
    expect(clone.calls('deploy')[0]).toContain('| good code | new settings |');
    const [, commit = ''] = /git push origin (\w+):main/.exec(notes) ?? [];
    expect(clone.git('log', '--format=%P', '-1', commit)).toBe(bad);
    // It is not lost with its folder.
    expect(clone.git('branch', '--contains', commit)).toContain(`by-hand-${commit.slice(0, 10)}`);
    expect(clone.calls('synth')[0]).toContain(`-c commit=${commit} `);
  });

  it('takes the settings of another commit, and goes on if the remote does not answer', async () => {
    clone.loseRemote();
    const { code, notes } = await run(`deploy ${good} --back --settings ${good} ${confirmed}`);
    expect(code).toBe(0);
    expect(clone.calls('deploy')[0]).toContain('| good code | old settings |');
    expect(notes).toContain('origin does not answer');
  });

  it('keeps its commit, and says that the work is not finished, if the CDK fails', async () => {
    clone.fails('deploy');
    const { code, notes } = await run(`deploy ${good} --back ${confirmed}`);
    expect(code).toBe(1);
    expect(notes).toMatch(/^Failed: Deploy /m);
    expect(notes).not.toContain('git push');
    expect(clone.git('branch')).toContain('by-hand-');
    expect(clone.worktrees()).toEqual([]);
  });

  it('deploys nothing if a step before it fails', async () => {
    clone.fails('diff');
    await expectRefused(`deploy origin/main ${confirmed}`, 'cdk diff');
  });

  it('changes nothing after a wrong name', async () => {
    await expectRefused(`deploy ${good} --back --stack PlantStore --confirm staging`, 'production');
    expect(clone.git('branch')).not.toContain('by-hand-');
  });

  describe('refuses', () => {
    it('a commit that is not there', () => expectRefused(`deploy 0123abc ${confirmed}`, '0123abc'));

    it('an older commit', () => expectRefused(`deploy ${good} ${confirmed}`, bad, '--back'));

    it('a commit beside the deployed one', async () => {
      clone.git('switch', '--quiet', '--detach', good);
      clone.commit('code', 'other code');
      await expectRefused(`deploy HEAD ${confirmed}`, bad, '--back');
    });

    it('any commit if the deployed one was never pushed', async () => {
      const unknown = '89abcdef0123456789abcdef0123456789abcdef';
      model.state.stack.outputs['Commit'] = unknown;
      await expectRefused(`deploy origin/main ${confirmed}`, unknown, '--back');
    });

    it('a commit of which the files were changed since', async () => {
      writeFileSync(join(clone.folder, 'code'), 'my work');
      await expectRefused(`deploy main ${confirmed}`, 'git stash');
    });

    it('to begin while another deploy runs', async () => {
      model.state.stack.status = 'UPDATE_IN_PROGRESS';
      await expectRefused(`deploy origin/main ${confirmed}`, 'UPDATE_IN_PROGRESS', 'RUNBOOK');
    });

    it('to remove a resource that nobody has named', async () => {
      const [named, other] = ['AWS::CloudWatch::CompositeAlarm', 'AWS::SNS::Topic'].map(idOfType);
      clone.synthesizes('PlantStore', templateWithout(`${named}`, `${other}`));
      await expectRefused(
        `deploy origin/main --remove ${named} ${confirmed}`,
        `remove ${other} (AWS::SNS::Topic).`,
      );
    });
  });

  it('prints the last deploys if no commit is named', async () => {
    const { code, notes } = await run('deploy --stack PlantStore');
    const [before, last] = model.state.commits;
    expect(code).toBe(2);
    expect(notes.indexOf(`${last?.value}`)).toBeLessThan(notes.indexOf(`${before?.value}`));
  });
});

describe('repair', slow, () => {
  it('deploys the deployed commit again, and sets back what differs or was deleted', async () => {
    clone.commit('code', 'newer code');
    clone.push();
    const { resources } = model.state;
    model.state.resources = resources.filter(({ type }) => type !== 'AWS::Lambda::Alias');
    const { code, notes } = await run('repair --stack PlantStore', 'production');
    expect(code).toBe(0);
    expect(clone.calls('deploy')).toEqual([
      'cdk deploy PlantStore --app cdk.out --require-approval never --revert-drift | bad code | new settings | eu-central-1',
    ]);
    expect(notes).not.toContain('git push');
  });

  it('takes the settings of another commit, which then must be pushed', async () => {
    clone.commit('cdk.json', 'newest settings');
    clone.push();
    const { notes } = await run(`repair --settings origin/main ${confirmed}`);
    expect(clone.calls('deploy')[0]).toContain('| bad code | newest settings |');
    expect(notes).toMatch(/git push origin \w+:refs/);
  });

  it('refuses a deployed commit that was never pushed, and deploys nothing else', async () => {
    const unknown = '89abcdef0123456789abcdef0123456789abcdef';
    model.state.stack.outputs['Commit'] = unknown;
    await expectRefused(`repair ${confirmed}`, unknown);
  });

  it('refuses to make an empty table', async () => {
    model.state.resources = model.state.resources.filter(({ logicalId }) => logicalId !== table);
    await expectRefused(`repair ${confirmed}`, `restore-table ${table} --stack PlantStore`);
  });

  it('refuses to bring back a version that was rolled back by hand', async () => {
    await run(`roll-back ${functionName} ${confirmed}`);
    await expectRefused(`repair ${confirmed}`, functionName, '12', '13');
  });

  it('refuses to begin while another deploy runs', async () => {
    model.state.stack.status = 'UPDATE_ROLLBACK_FAILED';
    await expectRefused(`repair ${confirmed}`, 'UPDATE_ROLLBACK_FAILED');
  });
});
