import {
  type FunctionConfiguration,
  GetFunctionConcurrencyCommand,
  GetFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import { liveFunctions } from '../../../../shared/stage/template.ts';
import type { Asking } from '../asking.ts';
import { isGone } from '../aws-answer.ts';
import { type Broken, type Consequence, changedByHand } from '../consequence.ts';
import { propertyAt } from '../expected.ts';
import { aws, nameOf, night, repairOf } from '../mends.ts';
import { configurationOf, configurationParts } from './function-configuration.ts';
import type { ResourceKind } from './resource-kind.ts';

/** How many instances are reserved for a function, or undefined. */
function askConcurrency({ ask }: Asking, FunctionName: string) {
  return ask('lambda:GetFunctionConcurrency', { FunctionName }, ({ lambda }, signal) =>
    lambda.send(new GetFunctionConcurrencyCommand({ FunctionName }), signal),
  );
}

export function askFunction({ ask }: Asking, FunctionName: string, Qualifier?: string) {
  const input = { FunctionName, ...(Qualifier && { Qualifier }) };
  return ask(
    'lambda:GetFunctionConfiguration',
    input,
    ({ lambda }, signal): Promise<FunctionConfiguration> =>
      lambda.send(new GetFunctionConfigurationCommand(input), signal),
  );
}

function isLive({ stage, expected }: Pick<Broken, 'stage' | 'expected'>): boolean {
  return liveFunctions(stage.template).some(({ name }) => name === expected.logicalId);
}

function reserved(it: Broken): Consequence {
  const live = liveFunctions(it.stage.template).find(({ name }) => name === it.expected.logicalId);
  const isClosed = propertyAt(it.actual, 'ReservedConcurrentExecutions') === 0;
  const isRouted = live !== undefined && live.routes.length > 0;
  const free = aws('lambda delete-function-concurrency', { 'function-name': nameOf(it) });
  if (isClosed && isRouted) {
    return {
      rank: 'STOPS',
      means: 'It is closed: clients get 503, which they repeat. Ask who closed it, and why.',
      runbook: 'close-the-api',
      mend: ({ stage }) => [night(stage, 'open')],
    };
  }
  return {
    rank: live === undefined ? 'SILENT' : isClosed ? 'STOPS' : 'LIMITS',
    means: isClosed
      ? 'Lambda starts no instance of it.'
      : 'Above this number of instances, Lambda refuses to start it.',
    runbook: 'out-of-concurrency',
    mend: () => [free],
  };
}

/** What runs without an alias runs as $LATEST is now. A deploy makes a version of it for clients. */
function ofLatest(it: Broken): Consequence {
  if (isLive(it))
    return changedByHand(
      'BLOCKS',
      'Clients do not get it yet, but the next deploy can give it to them.',
    );
  return {
    rank: 'SILENT',
    means: 'The probe may not run, or not say what it sees.',
    runbook: 'probesilent',
    mend: repairOf,
  };
}

const latestParts = Object.entries(configurationParts).map(([path, { rank: _, ...comparison }]) => [
  path,
  { ...comparison, consequenceOf: ofLatest },
]);

const fn: ResourceKind = {
  type: 'AWS::Lambda::Function',
  name: ({ logicalId }) => `The function ${logicalId}`,
  ask: async (asking, { physicalId, properties }) => {
    const [configuration, concurrency] = await Promise.all([
      askFunction(asking, physicalId),
      askConcurrency(asking, physicalId),
    ]);
    if (!('value' in configuration)) return configuration;
    if (isGone(concurrency)) return concurrency;
    const own = configurationOf(configuration.value, properties);
    if (!('value' in concurrency)) return { value: own };
    return {
      value: {
        ...own,
        ReservedConcurrentExecutions: concurrency.value.ReservedConcurrentExecutions,
      },
    };
  },
  ifDeleted: (it) =>
    isLive(it)
      ? changedByHand('STOPS', 'Its requests fail.')
      : {
          rank: 'SILENT',
          means: 'At night, nobody sees that clients are hurt.',
          runbook: 'probesilent',
          mend: repairOf,
        },
  properties: {
    ReservedConcurrentExecutions: { consequenceOf: reserved, unset: undefined },
    ...Object.fromEntries(latestParts),
  },
};

export const functionKinds = [fn];
