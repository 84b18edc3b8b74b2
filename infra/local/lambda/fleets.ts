import { availableParallelism } from 'node:os';
import type { LambdaFunction } from '../template/lambda-function.ts';
import { createFleet, type Fleet } from './fleet.ts';
import type { Invoke } from './invocation.ts';
import { variablesOf } from './variables.ts';

export interface Fleets {
  readonly invoke: Invoke;
  readonly pids: () => number[];
  readonly close: () => Promise<void>;
}

export interface FleetsSettings {
  readonly dynamodbUrl: string;
  readonly mostInstances?: number | undefined;
  readonly overrides?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly onIdleLog: (line: string) => void;
}

/** https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html#runtimes-lifecycle-ib */
const initMilliseconds = 10_000;

/** One fleet for each function of the template. */
export function createFleets(
  functions: ReadonlyMap<string, LambdaFunction>,
  { dynamodbUrl, mostInstances, onIdleLog, overrides = {} }: FleetsSettings,
): Fleets {
  const fleets = new Map<string, Fleet>();
  for (const lambda of functions.values()) {
    fleets.set(
      lambda.name,
      createFleet({
        folder: lambda.folder,
        variables: variablesOf(lambda, dynamodbUrl, overrides[lambda.name]),
        memoryMegabytes: lambda.memoryMegabytes,
        initMilliseconds,
        handlerMilliseconds: lambda.timeoutSeconds * 1000,
        mostInstances: mostInstances ?? Math.max(4, 2 * availableParallelism()),
        mostWaiting: 1_000,
        idleMilliseconds: 5 * 60_000,
        onIdleLog,
      }),
    );
  }
  const all = [...fleets.values()];
  return {
    async invoke(name, payload) {
      const fleet = fleets.get(name);
      if (!fleet) throw new Error(`The template has no function ${name}`);
      return fleet.invoke(payload);
    },
    pids: () => all.flatMap((fleet) => fleet.pids()),
    close: async () => {
      await Promise.all(all.map((fleet) => fleet.close()));
    },
  };
}
