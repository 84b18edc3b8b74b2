import { environment } from '../shared/environment.ts';
import { signedPost, tableCall } from './aws.ts';
import { tokenLender } from './own-token.ts';
import { invokeVersion, releaseCheck, verifyRelease } from './verify-release.ts';

// Longer than the timeout of each function.
const lambda = signedPost('LAMBDA', 12_000);
const check = releaseCheck({
  createPlant: invokeVersion(lambda, environment('CREATE_PLANT_VERSION')),
  authorize: invokeVersion(lambda, environment('AUTHORIZE_VERSION')),
  plants: tableCall(environment('PLANTS_TABLE_NAME')),
  withToken: tokenLender(tableCall(environment('TOKENS_TABLE_NAME'))),
});

export const handler = verifyRelease(check, signedPost('CODEDEPLOY'));
