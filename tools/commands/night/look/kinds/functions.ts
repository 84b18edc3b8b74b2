import {
  type FunctionConfiguration,
  GetAliasCommand,
  GetFunctionConcurrencyCommand,
  GetFunctionConfigurationCommand,
  GetFunctionEventInvokeConfigCommand,
  GetPolicyCommand,
  ListVersionsByFunctionCommand,
} from '@aws-sdk/client-lambda';
import { liveFunctions } from '../../template.ts';
import { type Answer, isGone, mapped } from '../answer.ts';
import { type Asking, allPages } from '../asking.ts';
import type { Command } from '../command.ts';
import { type Expected, type Properties, shortName } from '../expected.ts';
import type { Broken, Consequence } from '../finding.ts';
import { aws, deployBack, nameOf, night, repair } from '../mends.ts';
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

/** `function:NAME` or an ARN with or without a version. */
export function functionNameIn(text: unknown): string {
  return /:function:([^:]+)/.exec(String(text))?.[1] ?? String(text);
}

function isLive({ stage, expected }: Pick<Broken, 'stage' | 'expected'>): boolean {
  return liveFunctions(stage.template).some(({ name }) => name === expected.logicalId);
}

function reserved(it: Broken): Consequence {
  const live = liveFunctions(it.stage.template).find(({ name }) => name === it.expected.logicalId);
  const isClosed = it.actual?.['ReservedConcurrentExecutions'] === 0;
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
  return isLive(it)
    ? {
        rank: 'BLOCKS',
        means: 'Clients do not get it yet, but the next deploy can give it to them.',
        runbook: 'changed-by-hand',
        mend: repair,
      }
    : {
        rank: 'SILENT',
        means: 'The probe may not run, or not say what it sees.',
        runbook: 'probesilent',
        mend: repair,
      };
}

const latestParts = Object.entries(configurationParts).map(([path, { rank: _, ...comparison }]) => [
  path,
  { ...comparison, consequenceOf: ofLatest },
]);

const fn: ResourceKind = {
  type: 'AWS::Lambda::Function',
  name: ({ logicalId }) => `The function ${logicalId}`,
  read: async (asking, { physicalId, properties }) => {
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
  gone: (it) => ({
    rank: isLive(it) ? 'STOPS' : 'SILENT',
    means: isLive(it) ? 'Its requests fail.' : 'At night, nobody sees that clients are hurt.',
    runbook: isLive(it) ? 'changed-by-hand' : 'probesilent',
    mend: repair,
  }),
  properties: {
    ReservedConcurrentExecutions: { consequenceOf: reserved, unset: undefined },
    ...Object.fromEntries(latestParts),
  },
};

export function askAlias({ ask }: Asking, FunctionName: string, Name: string) {
  return ask('lambda:GetAlias', { FunctionName, Name }, ({ lambda }, signal) =>
    lambda.send(new GetAliasCommand({ FunctionName, Name }), signal),
  );
}

const alias: ResourceKind = {
  type: 'AWS::Lambda::Alias',
  name: ({ properties }) =>
    `The alias ${properties['Name']} of ${nameIn(properties['FunctionName'])}`,
  read: async (asking, { properties }) =>
    mapped(
      await askAlias(asking, `${properties['FunctionName']}`, `${properties['Name']}`),
      (value) => ({ ...value }),
    ),
  gone: {
    rank: 'STOPS',
    means: 'The gateway cannot start the function.',
    runbook: 'changed-by-hand',
    mend: repair,
  },
  properties: {
    FunctionVersion: {
      // While a release moves, the template is not complete yet.
      only: ({ stage }) => !stage.status.endsWith('IN_PROGRESS'),
      consequenceOf: (it) => ({ ...otherVersion(it), rank: 'BLOCKS', runbook: 'roll-back' }),
    },
  },
};

/** Clients get another version than the deployed one. */
function otherVersion(it: Broken): Pick<Consequence, 'means' | 'mend'> {
  const wanted = String(it.expected.properties['FunctionVersion']);
  const fn = liveFunctions(it.stage.template).find(({ alias }) => alias === it.expected.logicalId);
  const forward = night(it.stage, 'roll-back', fn?.name ?? 'FUNCTION', '--to', wanted);
  if (Number(it.actual?.['FunctionVersion']) > Number(wanted)) {
    return {
      means: 'Clients get a version that no deploy made. Give them the deployed one again.',
      mend: () => [forward],
    };
  }
  return {
    means:
      'Somebody rolled back by hand, and CodeDeploy can refuse the next gradual release. Choose: roll-back gives clients the deployed version again, and deploy makes the older code last.',
    mend: (broken) => [forward, ...deployBack(broken)],
  };
}

/** The name of a function without the name of the stack and without what AWS adds. */
function nameIn(physical: unknown): string {
  return functionNameIn(physical).split('-').at(-2) ?? String(physical);
}

export function askVersions({ ask }: Asking, FunctionName: string) {
  return ask('lambda:ListVersionsByFunction', { FunctionName }, ({ lambda }, signal) =>
    allPages(async (Marker) => {
      const page = await lambda.send(
        new ListVersionsByFunctionCommand({ FunctionName, Marker }),
        signal,
      );
      return [page.Versions, page.NextMarker];
    }),
  );
}

const version: ResourceKind = {
  type: 'AWS::Lambda::Version',
  name: ({ properties }) => `The newest version of ${nameIn(properties['FunctionName'])}`,
  read: async (asking, { physicalId, properties }) => {
    const number = physicalId.split(':').at(-1);
    const versions = await askVersions(asking, `${properties['FunctionName']}`);
    return mapped(versions, (all) =>
      all.some(({ Version }) => Version === number) ? {} : { gone: true },
    );
  },
  gone: {
    rank: 'BLOCKS',
    means: 'The next release cannot go back to it.',
    runbook: 'roll-back',
    mend: deployBack,
  },
  properties: {},
};

interface Statement {
  readonly Sid?: string;
  readonly Effect?: string;
  readonly Action?: string;
  readonly Principal?: { readonly Service?: string } | string;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Who may start a function, or an alias of it. */
export function askPolicy(asking: Asking, target: string): Promise<Answer<readonly Statement[]>> {
  // The ARN of an alias has seven colons, and that of a function six.
  const [, Qualifier] = /:function:[^:]+:([^:]+)$/.exec(target) ?? [];
  const FunctionName = functionNameIn(target);
  const input = { FunctionName, ...(Qualifier && { Qualifier }) };
  return asking.ask('lambda:GetPolicy', input, async ({ lambda }, signal) => {
    const { Policy = '{}' } = await lambda.send(new GetPolicyCommand(input), signal);
    return [JSON.parse(Policy).Statement ?? []].flat();
  });
}

/** Whether a statement lets this service call this, from this ARN. */
export function allows(statement: Statement, permission: Properties): boolean {
  const { Effect, Action, Principal, Condition = {} } = statement;
  const service = typeof Principal === 'string' ? Principal : Principal?.Service;
  const sources = Object.values(Condition).flatMap((test) => Object.entries(test));
  return (
    Effect === 'Allow' &&
    Action === permission['Action'] &&
    service === permission['Principal'] &&
    sources.some(
      ([name, value]) => /^aws:SourceArn$/i.test(name) && value === permission['SourceArn'],
    )
  );
}

const permission: ResourceKind = {
  type: 'AWS::Lambda::Permission',
  name: ({ properties }) => `The permission to start ${nameIn(properties['FunctionName'])}`,
  read: async (asking, { properties }) =>
    mapped(await askPolicy(asking, `${properties['FunctionName']}`), (statements) =>
      statements.some((one) => allows(one, properties)) ? {} : { gone: true },
    ),
  gone: {
    rank: 'STOPS',
    means: 'The gateway may not start the function: each request gets 500.',
    runbook: 'add-a-missing-permission',
    mend: ({ expected }) => [addPermission(expected)],
  },
  properties: {},
};

function addPermission({ logicalId, properties }: Expected): Command {
  const [, qualifier] = /:function:[^:]+:([^:]+)$/.exec(`${properties['FunctionName']}`) ?? [];
  return aws('lambda add-permission', {
    'function-name': functionNameIn(properties['FunctionName']),
    qualifier,
    'statement-id': `repaired-${shortName(logicalId)}`.slice(0, 100),
    action: properties['Action'],
    principal: properties['Principal'],
    'source-arn': properties['SourceArn'],
  });
}

const invokeConfig: ResourceKind = {
  type: 'AWS::Lambda::EventInvokeConfig',
  name: ({ properties }) => `How often Lambda repeats ${nameIn(properties['FunctionName'])}`,
  read: async ({ ask }, { properties }) => {
    const input = {
      FunctionName: `${properties['FunctionName']}`,
      Qualifier: `${properties['Qualifier']}`,
    };
    const answer = await ask('lambda:GetFunctionEventInvokeConfig', input, ({ lambda }, signal) =>
      lambda.send(new GetFunctionEventInvokeConfigCommand(input), signal),
    );
    return mapped(answer, (value) => ({ ...value }));
  },
  gone: repeats(),
  properties: { MaximumRetryAttempts: repeats(), MaximumEventAgeInSeconds: repeats() },
};

function repeats(): Consequence {
  return {
    rank: 'LACKS',
    means: 'A run of the probe that failed is repeated, so one failure counts more than once.',
    runbook: 'changed-by-hand',
    mend: ({ expected: { properties } }) => [
      aws('lambda put-function-event-invoke-config', {
        'function-name': properties['FunctionName'],
        qualifier: properties['Qualifier'],
        'maximum-retry-attempts': properties['MaximumRetryAttempts'],
        'maximum-event-age-in-seconds': properties['MaximumEventAgeInSeconds'],
      }),
    ],
  };
}

export const functionKinds = [fn, alias, version, permission, invokeConfig];
