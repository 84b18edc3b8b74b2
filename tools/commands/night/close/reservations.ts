import {
  DeleteFunctionConcurrencyCommand,
  GetFunctionConcurrencyCommand,
  type LambdaClient,
  PutFunctionConcurrencyCommand,
} from '@aws-sdk/client-lambda';
import { Problem } from '../../../../infra/project/problem.ts';
import { physicalId, type Stage } from '../../../shared/stage/stage.ts';
import { liveFunctions } from '../../../shared/stage/template.ts';

/** A function that serves a route, and how many instances of it may run at once. */
export interface Served {
  readonly name: string;
  readonly routes: readonly string[];
  readonly physical: string;
  /** Undefined: as many as the account has. 0: it is closed. */
  readonly reserved: number | undefined;
}

export async function askServed(client: LambdaClient, stage: Stage): Promise<Served[]> {
  const served = liveFunctions(stage.template).filter(({ routes }) => routes.length > 0);
  if (served.length === 0)
    throw new Problem(`The stack ${stage.stackName} has no function with a route.`);
  return Promise.all(
    served.map(async ({ name, routes }) => {
      const physical = physicalId(stage, name);
      const command = new GetFunctionConcurrencyCommand({ FunctionName: physical });
      const { ReservedConcurrentExecutions: reserved } = await client.send(command);
      return { name, routes, physical, reserved };
    }),
  );
}

/** Lambda then starts no instance, and the gateway answers 503. */
export function closeFunction(client: LambdaClient, { physical }: Served) {
  const reserved = { FunctionName: physical, ReservedConcurrentExecutions: 0 };
  return client.send(new PutFunctionConcurrencyCommand(reserved));
}

/** Lambda then starts instances again, so clients are let in. */
export function reopenFunction(client: LambdaClient, { physical }: Served) {
  return client.send(new DeleteFunctionConcurrencyCommand({ FunctionName: physical }));
}
