import { environment } from '../shared/environment.ts';
import { awsCalls } from './aws.ts';
import { verifyRelease } from './verify-release.ts';

export const handler = verifyRelease(
  {
    createPlant: environment('CREATE_PLANT_VERSION'),
    authorize: environment('AUTHORIZE_VERSION'),
  },
  awsCalls({
    accessKeyId: environment('AWS_ACCESS_KEY_ID'),
    secretAccessKey: environment('AWS_SECRET_ACCESS_KEY'),
    sessionToken: environment('AWS_SESSION_TOKEN'),
    region: environment('AWS_REGION'),
    lambdaUrl: environment('AWS_ENDPOINT_URL_LAMBDA'),
    codedeployUrl: environment('AWS_ENDPOINT_URL_CODEDEPLOY'),
  }),
);
