import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { startDynamodb } from '../../embedded-dynamodb.ts';
import { hookEnvironment, startReleaseAws, versions } from '../../release-aws.ts';
import { bundledHandler } from './bundled-function.ts';
import { readEvent } from './event-files.ts';

const dynamodb = await startDynamodb();
const aws = await startReleaseAws();
afterAll(async () => {
  aws.stop();
  await dynamodb.stop();
});
for (const level of ['info', 'warn', 'error'] as const) {
  vi.spyOn(console, level).mockImplementation(() => {});
}
beforeEach(() => {
  aws.reports.length = 0;
});

/** The verdict on these bundles that the hook's bundle reports to CodeDeploy. */
async function verdictWith(wrong: { plants?: string; tokens?: string } = {}) {
  const { plants = 'Plants', tokens = 'Tokens' } = wrong;
  aws.handlers.set(
    versions.createPlant,
    bundledHandler('CreatePlant', { PLANTS_TABLE_NAME: plants }),
  );
  aws.handlers.set(versions.authorize, bundledHandler('Authorize', { TOKENS_TABLE_NAME: tokens }));
  const hook = bundledHandler('VerifyRelease', hookEnvironment(aws.url));
  await hook(readEvent('verify-release/deployment.json'));
  return (aws.reports as { status: string }[]).map(({ status }) => status);
}

it('lets the bundles of this build get traffic', async () => {
  expect(await verdictWith()).toEqual(['Succeeded']);
});

it.each([{ tokens: 'Missing' }, { plants: 'Missing' }])(
  'gives no traffic to a bundle with %j as its table',
  async (wrong) => {
    expect(await verdictWith(wrong)).toEqual(['Failed']);
  },
);
