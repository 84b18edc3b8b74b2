import { devNull } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { functions, tables } from '../../functions/service.ts';
import { Problem } from '../../infra/project/problem.ts';
import { projectFolder } from '../../infra/project/project-folder.ts';
import { createInvoke, type Handler, type Invoke } from './invoke.ts';
import { region } from './region.ts';

/** Loads the functions into this process, from their TypeScript, for the tables at this URL. */
export async function loadFunctions(dynamodbUrl: string): Promise<Invoke> {
  setEnvironment(dynamodbUrl);
  const loaded = Object.entries(functions).map(async ([name, { file }]) => {
    const { handler } = (await import(pathToFileURL(join(projectFolder, file)).href)) as {
      readonly handler: Handler;
    };
    if (typeof handler !== 'function') throw new Problem(`${file} exports no handler.`);
    return [name, handler];
  });
  return createInvoke(Object.fromEntries(await Promise.all(loaded)));
}

/** Replaces the variables of AWS, so that no setting of the user reaches the functions: no profile, endpoint or proxy. */
function setEnvironment(dynamodbUrl: string): void {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('AWS_')) delete process.env[name];
  }
  Object.assign(process.env, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: 'local',
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodbUrl,
    // There is no CloudWatch on this machine. The server of the tables refuses its calls at once.
    AWS_ENDPOINT_URL_CLOUDWATCH: dynamodbUrl,
    // For NODE_USE_ENV_PROXY.
    NO_PROXY: '*',
    no_proxy: '*',
    ...Object.fromEntries(Object.entries(tables).map(([name, { variable }]) => [variable, name])),
  });
}
