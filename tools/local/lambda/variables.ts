import { region } from '../template/fake-account.ts';
import type { LambdaFunction } from '../template/lambda-function.ts';

/** The whole environment of an instance: the variables of Lambda, then those of the template. */
export function variablesOf(
  lambda: LambdaFunction,
  dynamodbUrl: string,
  overrides: Readonly<Record<string, string>> = {},
): Record<string, string> {
  // As with sam, a variable that the template does not declare cannot be set from outside.
  const declared = Object.entries(overrides).filter(([name]) =>
    Object.hasOwn(lambda.environment, name),
  );
  return {
    AWS_ACCESS_KEY_ID: 'local',
    AWS_DEFAULT_REGION: region,
    AWS_EXECUTION_ENV: `AWS_Lambda_${lambda.runtime}`,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(lambda.memoryMegabytes),
    AWS_LAMBDA_FUNCTION_NAME: lambda.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_FORMAT: 'JSON',
    AWS_LAMBDA_LOG_GROUP_NAME: lambda.logGroup,
    AWS_LAMBDA_LOG_LEVEL: lambda.logLevel,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    AWS_REGION: region,
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: 'local',
    LAMBDA_TASK_ROOT: lambda.folder,
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    _HANDLER: lambda.handler,
    ...lambda.environment,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodbUrl,
    ...Object.fromEntries(declared),
  };
}
