import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { digestOf } from '../../../../functions/authorize/token.ts';
import { clearCaches, waitForRegions } from '../../../../infra/commands/token/regions.ts';
import { stackTarget } from '../../../../infra/commands/token/stack-target.ts';
import { startEventualTables } from '../../../eventual-tables.ts';
import { startFakeAws } from './fake-aws.ts';
import { token } from './token-command.ts';
import { storedToken } from './tokens.ts';

const tables = await startEventualTables(400);
const [home, west] = tables.regions;
/** The item that the region of an API had when its cache was cleared. */
const resets: { api: string; known: unknown }[] = [];
let watched = '';
const atHome = { ApiId: 'home', TokensTableName: 'Tokens', Regions: `${home.name},${west.name}` };
const aws = await startFakeAws({
  stacks: { PlantStore: atHome, HalfDeployed: atHome },
  elsewhere: { [west.name]: { PlantStore: { ...atHome, ApiId: 'west' } } },
  resettable: { home: 204, west: 204 },
  onReset: async (api) => {
    const region = api === 'home' ? home : west;
    resets.push({ api, known: await region.read('Tokens', { digest: { S: watched } }) });
  },
});
beforeAll(() => {
  vi.stubEnv('AWS_REGION', home.name);
  vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', aws.url);
  vi.stubEnv('AWS_ENDPOINT_URL_APIGATEWAYV2', aws.url);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', tables.url);
});
afterEach(() => tables.settle());
afterAll(async () => {
  await Promise.all([aws.stop(), tables.close()]);
});

const stack = ['--stack', 'PlantStore'];

async function create(...options: string[]) {
  const created = await token('create', '--client', 'far', ...options, ...stack);
  watched = digestOf(created.stdout.trim());
  resets.length = 0;
  return created;
}

function knownIn(region: typeof home) {
  return region.read('Tokens', { digest: { S: watched } });
}

describe('with a stack in two regions', () => {
  it('create ends when both have the token', async () => {
    const { code, stderr } = await create();
    expect(await knownIn(west)).toEqual(await knownIn(home));
    expect(code).toBe(0);
    expect(stderr).not.toContain('eu-west-1');
  });

  it('revoke clears the cache of each gateway after its region has the revoked token', async () => {
    await create();
    const { code, stderr } = await token('revoke', watched, ...stack);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Token \w{8} of far, in the stack PlantStore, is revoked\.\n$/);
    expect(resets).toMatchObject([
      { api: 'home', known: { revoked: {} } },
      { api: 'west', known: { revoked: {} } },
    ]);
  });

  it('rotate without an overlap also does, and waits for the new token', async () => {
    await create();
    const { code, stdout } = await token('rotate', watched, '--overlap', '0s', ...stack);
    expect(code).toBe(0);
    const [{ known: atHome } = {}, { known: there } = {}] = resets;
    expect(resets.map(({ api }) => api)).toEqual(['home', 'west']);
    expect(there).toEqual(atHome);
    watched = digestOf(stdout.trim());
    expect(await knownIn(west)).toBeDefined();
  });

  it('--region names them, the first to write to', async () => {
    await create('--region', 'eu-west-1,eu-central-1');
    await token('revoke', watched, ...stack, '--region', 'eu-west-1,eu-central-1');
    expect(resets.map(({ api }) => api)).toEqual(['west', 'home']);
  });
});

describe('a region that cannot be reached', () => {
  it('is named by create, which still shows the token', async () => {
    west.kill();
    const { code, stdout, stderr } = await create();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^plant_\w+\n$/);
    expect(stderr).toMatch(
      /^eu-west-1 does not have the new token yet. Do not use it there: a refusal is cached for five minutes\. There is no connection \(.+\)\.\nToken /,
    );
  });

  it('is named by revoke, which ends the token elsewhere', async () => {
    await create();
    west.kill();
    const { code, stderr } = await token('revoke', watched, ...stack);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /is revoked\.\neu-west-1 can still accept the token. Run revoke again later\. There is no connection \(.+\)\.\n$/,
    );
    expect(resets.map(({ api }) => api)).toEqual(['home']);
  });

  it('is named if it has no such stack', async () => {
    await create();
    const { code, stderr } = await token('revoke', watched, '--stack', 'HalfDeployed');
    expect(code).toBe(0);
    expect(stderr).toContain(
      'The gateway in eu-west-1 can accept it for five more minutes: its cache could not be cleared. There is no stack HalfDeployed in eu-west-1 for these credentials.',
    );
  });

  it('is named if no change arrives there', async () => {
    const tokens = await stackTarget('PlantStore', undefined, []);
    const { digest } = storedToken('cafe');
    tables.cut();
    await tokens.registry.create(storedToken('cafe'));
    const notes: string[] = [];
    const note = (sentence: string) => void notes.push(sentence);
    await waitForRegions(tokens, digest, note, 300);
    await clearCaches(tokens, digest, () => false, note, 300);
    expect(notes).toEqual([
      'eu-west-1 does not have the new token yet. Do not use it there: a refusal is cached for five minutes. The change did not arrive there within 0.3 seconds.',
      'eu-west-1 can still accept the token. Run revoke again later. The change did not arrive there within 0.3 seconds.',
    ]);
  });
});
