import { describe, expect, it } from 'vitest';
import { authorizer, routes } from '../../../../functions/service.ts';
import { template } from '../../../../test/setup/synthesized.ts';
import { denied } from '../../setup/aws-model/aws-model.ts';
import { useAwsModel } from '../../setup/aws-model/use-aws-model.ts';
import { night } from './run-night.ts';

const { model, physicalId } = await useAwsModel({ template });
const [{ functionName: first }] = routes;
const { functionName: authorize } = authorizer;
const stack = '--stack PlantStore --confirm production';

function find(type: string, isIt: (properties: Record<string, unknown>) => boolean) {
  const found = model.state.resources.find((one) => one.type === type && isIt(one.properties));
  return found ?? expect.fail(`no ${type}`);
}

function aliasOf(name: string) {
  const id = physicalId(name);
  return find('AWS::Lambda::Alias', ({ FunctionName }) => FunctionName === id).properties;
}

function versionOf(name: string) {
  const { FunctionVersion, RoutingConfig } = aliasOf(name);
  const shares = RoutingConfig?.AdditionalVersionWeights ?? [];
  return shares.length === 0 ? FunctionVersion : 'divided';
}

/** A release of CodeDeploy that has given a part of the requests to another version. */
function move(name: string, currentVersion: string, targetVersion: string) {
  const weights = [{ FunctionVersion: targetVersion, FunctionWeight: 0.3 }];
  Object.assign(aliasOf(name), {
    FunctionVersion: currentVersion,
    RoutingConfig: { AdditionalVersionWeights: weights },
  });
  const application = find('AWS::CodeDeploy::Application', () => true);
  model.state.stack.status = 'UPDATE_IN_PROGRESS';
  model.state.deployments.push({
    id: `d-${name}`,
    application: application.physicalId,
    group: name,
    status: 'InProgress',
    created: model.state.now,
    currentVersion,
    targetVersion,
    weight: 30,
  });
}

/** Two older and two newer versions than the one that clients get. */
function addVersions(): void {
  const versions = model.state.versions[physicalId(first)] ?? [];
  for (const version of ['11', '14', '15']) versions.push({ version, time: model.state.now });
}

function stopped(): string[] {
  const calls = model.calls.filter(({ operation }) => operation === 'StopDeployment');
  return calls.map(({ input }) => Object(input).deploymentId);
}

describe('without a release that moves', () => {
  it('gives all requests to the version before, and says how to undo it', async () => {
    const { code, notes } = await night(`roll-back ${first} ${stack}`);
    expect({ code, version: versionOf(first) }).toEqual({ code: 0, version: '12' });
    expect(versionOf(authorize)).toBe('13');
    expect(notes).toContain(`npm run night -- roll-back ${first} --to 13 --stack PlantStore`);
    expect(notes).toContain('npm run night -- deploy ');
    expect(model.state.resetCaches).toBe(0);
  });

  it('goes to no older version when it is started again', async () => {
    addVersions();
    await night(`roll-back ${first} --to 12 ${stack}`);
    expect(await night(`roll-back ${first} ${stack}`)).toMatchObject({ code: 0 });
    expect(versionOf(first)).toBe('12');
  });

  it('goes to the version that somebody names', async () => {
    model.state.versions[physicalId(first)]?.unshift({ version: '9', time: model.state.now });
    await night(`roll-back ${first} --to 9 ${stack}`);
    expect(versionOf(first)).toBe('9');
  });

  it('asks for no deploy if it goes forward to the newest version, which is what was deployed', async () => {
    Object.assign(aliasOf(first), { FunctionVersion: '12' });
    const { code, notes } = await night(`roll-back ${first} --to 13 ${stack}`);
    expect({ code, version: versionOf(first) }).toEqual({ code: 0, version: '13' });
    expect(notes).not.toContain('npm run night -- deploy');
  });

  it.each(['8', '$LATEST'])('changes nothing if there is no version %s', async (version) => {
    const { code, notes } = await night(`roll-back ${first} --to ${version} ${stack}`);
    expect({ code, version: versionOf(first) }).toEqual({ code: 1, version: '13' });
    expect(notes).toContain(version);
  });

  it('changes nothing if there is no version before', async () => {
    model.state.versions[physicalId(first)]?.shift();
    const { code, notes } = await night(`roll-back ${first} ${stack}`);
    expect({ code, version: versionOf(first) }).toEqual({ code: 1, version: '13' });
    expect(notes).toContain('no version before 13');
    expect(notes).toContain('npm run night -- deploy COMMIT --back --stack PlantStore');
  });

  it('takes a part away that somebody gave to a newer version', async () => {
    addVersions();
    Object.assign(aliasOf(first), {
      FunctionVersion: '12',
      RoutingConfig: {
        AdditionalVersionWeights: [{ FunctionVersion: '13', FunctionWeight: 0.5 }],
      },
    });
    await night(`roll-back ${first} ${stack}`);
    expect(versionOf(first)).toBe('12');
  });

  it('changes nothing if a release begins in the meantime', async () => {
    model.interfere = ({ operation }) => {
      if (operation === 'UpdateAlias') aliasOf(first).FunctionVersion = '14';
      return undefined;
    };
    const { code, notes } = await night(`roll-back ${first} ${stack}`);
    expect({ code, version: versionOf(first) }).toEqual({ code: 1, version: '14' });
    expect(notes).toContain('PreconditionFailedException');
  });
});

describe('the authorizer', () => {
  it('is asked again about tokens that the gateway remembers', async () => {
    expect(await night(`roll-back ${authorize} ${stack}`)).toMatchObject({ code: 0 });
    expect({ version: versionOf(authorize), resets: model.state.resetCaches }).toEqual({
      version: '12',
      resets: 1,
    });
  });

  it('is asked again after a second start, if the first one could not do it', async () => {
    model.interfere = ({ operation }) =>
      operation === 'ResetAuthorizersCache' ? denied() : undefined;
    const { code, notes } = await night(`roll-back ${authorize} ${stack}`);
    expect({ code, version: versionOf(authorize) }).toEqual({ code: 1, version: '12' });
    expect(notes).toMatch(/^Failed: .*AccessDeniedException/m);
    model.interfere = () => undefined;
    expect(await night(`roll-back ${authorize} ${stack}`)).toMatchObject({ code: 0 });
    expect({ version: versionOf(authorize), resets: model.state.resetCaches }).toEqual({
      version: '12',
      resets: 1,
    });
  });
});

describe('a release that moves', () => {
  it('is stopped, and the old version gets all requests', async () => {
    move(first, '13', '14');
    const { code, notes } = await night(`roll-back ${first} ${stack}`);
    expect({ code, version: versionOf(first) }).toEqual({ code: 0, version: '13' });
    expect(model.calls.find(({ operation }) => operation === 'StopDeployment')?.input).toEqual({
      deploymentId: `d-${first}`,
      autoRollbackEnabled: true,
    });
    expect(notes).toMatch(/from version 13 to 14, which has 30 %/);
  });

  it.each([
    ['to an older version', 'UPDATE_IN_PROGRESS', '14', '13'],
    ['because CloudFormation takes a deploy back', 'UPDATE_ROLLBACK_IN_PROGRESS', '13', '14'],
  ])('goes on if it goes back, %s', async (_, status, from, to) => {
    move(first, from, to);
    model.state.stack.status = status;
    const { code, notes } = await night(`roll-back ${first} ${stack}`);
    expect({ code, stopped: stopped() }).toEqual({ code: 0, stopped: [] });
    expect(versionOf(first)).toBe('divided');
    expect(notes).toContain(`from version ${from} back to ${to}`);
  });

  it('of another function is stopped after this one is mended, because it is of the same deploy', async () => {
    move(authorize, '13', '14');
    const { notes } = await night(`roll-back ${first} ${stack}`);
    expect([versionOf(first), versionOf(authorize)]).toEqual(['12', '13']);
    expect(stopped()).toEqual([`d-${authorize}`]);
    expect(notes.indexOf(`requests of ${first} to version 12`)).toBeLessThan(
      notes.indexOf(`Stop the release of ${authorize}`),
    );
  });

  it('of another function goes on if it goes back', async () => {
    move(authorize, '14', '13');
    await night(`roll-back ${first} ${stack}`);
    expect(stopped()).toEqual([]);
  });

  it('that does not stop leaves the cache as it is, and says so', async () => {
    move(authorize, '13', '14');
    model.interfere = ({ operation }) => (operation === 'StopDeployment' ? denied() : undefined);
    const { code, notes } = await night(`roll-back ${authorize} ${stack}`);
    expect({ code, resets: model.state.resetCaches }).toEqual({ code: 1, resets: 0 });
    expect(notes).toMatch(/^Failed: Stop .*AccessDeniedException.*\nNot done: Wait /m);
  });

  it('is waited for', async () => {
    move(first, '13', '14');
    const state = aliasOf(first);
    const before = { ...state };
    // CodeDeploy needs some seconds.
    let asked = 0;
    model.interfere = ({ operation }) => {
      if (operation === 'GetAlias' && stopped().length > 0) {
        asked += 1;
        if (asked === 1) Object.assign(state, before);
        if (asked === 2) delete state.RoutingConfig;
      }
      return undefined;
    };
    const { code } = await night(`roll-back ${first} ${stack}`);
    expect({ code, asked, version: versionOf(first) }).toEqual({
      code: 0,
      asked: 2,
      version: '13',
    });
  });
});

it('a deploy that runs can move another function next', async () => {
  model.state.stack.status = 'UPDATE_IN_PROGRESS';
  const { notes } = await night(`roll-back ${first} ${stack}`);
  expect(notes).toMatch(/UPDATE_IN_PROGRESS.*npm run night -- look --stack PlantStore/);
});

it.each(['', `${first} ${authorize}`, 'Probe', 'toString'])(
  'refuses the function "%s"',
  async (names) => {
    const line = ['roll-back', ...names.split(' ').filter(Boolean)].join(' ');
    expect(await night(`${line} ${stack}`)).toMatchObject({ code: 2 });
    expect([versionOf(first), versionOf(authorize)]).toEqual(['13', '13']);
  },
);
