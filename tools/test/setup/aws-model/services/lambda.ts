import {
  AddPermissionCommand,
  DeleteFunctionConcurrencyCommand,
  type FunctionConfiguration,
  GetAccountSettingsCommand,
  GetAliasCommand,
  GetFunctionConcurrencyCommand,
  GetFunctionConfigurationCommand,
  GetFunctionEventInvokeConfigCommand,
  GetPolicyCommand,
  ListVersionsByFunctionCommand,
  PutFunctionConcurrencyCommand,
  PutFunctionEventInvokeConfigCommand,
  RemovePermissionCommand,
  UpdateAliasCommand,
} from '@aws-sdk/client-lambda';
import { arn, idOf } from '../aws-names.ts';
import type { AwsState, VersionState } from '../aws-state.ts';
import type { Deployed } from '../deployed.ts';
import { resourceOf, resourcesOf } from '../find.ts';
import { AwsError, operation } from '../operation.ts';
import { pageOf } from '../paging.ts';

function missing(): AwsError {
  return new AwsError('ResourceNotFoundException', 404);
}

function functionOf(state: AwsState, name: string | undefined): Deployed {
  // A name, or an ARN with or without a qualifier.
  const [, ofArn] = /:function:([^:]+)/.exec(name ?? '') ?? [];
  return resourceOf(state, 'AWS::Lambda::Function', ofArn ?? name, missing());
}

function aliasOf(state: AwsState, name: string | undefined, alias: string | undefined): Deployed {
  const { physicalId } = functionOf(state, name);
  const id = `${arn(state.place, 'lambda', `function:${physicalId}`)}:${alias}`;
  return resourceOf(state, 'AWS::Lambda::Alias', id, missing());
}

/** Another text after each change. */
function revisionOf(properties: object): string {
  return idOf(JSON.stringify(properties), 36);
}

function aliasConfiguration({ physicalId, properties }: Deployed) {
  const weights: { FunctionVersion: string; FunctionWeight: number }[] =
    properties.RoutingConfig?.AdditionalVersionWeights ?? [];
  return {
    AliasArn: physicalId,
    Name: properties.Name,
    FunctionVersion: properties.FunctionVersion,
    RevisionId: revisionOf(properties),
    ...(weights.length > 0 && {
      RoutingConfig: {
        AdditionalVersionWeights: Object.fromEntries(
          weights.map((one) => [one.FunctionVersion, one.FunctionWeight]),
        ),
      },
    }),
  };
}

function configurationOf(
  state: AwsState,
  { physicalId, properties: latest }: Deployed,
  version: VersionState,
): FunctionConfiguration {
  const { properties = latest } = version;
  return {
    FunctionName: physicalId,
    FunctionArn: arn(state.place, 'lambda', `function:${physicalId}:${version.version}`),
    Version: version.version,
    LastModified: version.time.toISOString().replace('Z', '+0000'),
    Runtime: properties.Runtime,
    Role: properties.Role,
    Handler: properties.Handler,
    Timeout: properties.Timeout,
    MemorySize: properties.MemorySize,
    LoggingConfig: properties.LoggingConfig,
    Environment: properties.Environment,
    Architectures: properties.Architectures,
    DeadLetterConfig: properties.DeadLetterConfig,
    VpcConfig: properties.VpcConfig,
    KMSKeyArn: properties.KmsKeyArn,
    Layers: properties.Layers?.map((layer: string) => ({ Arn: layer })),
    RuntimeVersionConfig: {
      RuntimeVersionArn: arn(state.place, 'lambda', `runtime:0a1b${version.version}`),
    },
    State: 'Active',
    ...state.functionStates[physicalId],
  };
}

/** Without those that were deleted by hand. */
function versionsOf(state: AwsState, { physicalId }: Deployed) {
  const start = `${arn(state.place, 'lambda', `function:${physicalId}`)}:`;
  const type = 'AWS::Lambda::Version';
  const isGone = (id: string) =>
    state.listed.some((one) => one.type === type && one.physicalId === id) &&
    resourcesOf(state, type).every((one) => one.physicalId !== id);
  return (state.versions[physicalId] ?? []).filter(({ version }) => !isGone(start + version));
}

export const lambda = [
  operation(GetFunctionConfigurationCommand, (input, state) => {
    const { FunctionName, Qualifier } = input;
    const found = functionOf(state, FunctionName);
    if (Qualifier === undefined || Qualifier === '$LATEST')
      return configurationOf(state, found, { version: '$LATEST', time: state.stack.updated });
    const number = /^\d+$/.test(Qualifier)
      ? Qualifier
      : aliasOf(state, FunctionName, Qualifier).properties.FunctionVersion;
    const version = versionsOf(state, found).find((one) => one.version === number);
    if (version === undefined) throw missing();
    return configurationOf(state, found, version);
  }),
  operation(ListVersionsByFunctionCommand, ({ FunctionName, Marker }, state) => {
    const found = functionOf(state, FunctionName);
    const latest = { version: '$LATEST', time: state.stack.updated };
    const all = [latest, ...versionsOf(state, found)];
    const { items, next } = pageOf(state, all, Marker);
    return { Versions: items.map((one) => configurationOf(state, found, one)), NextMarker: next };
  }),
  operation(GetAliasCommand, ({ FunctionName, Name }, state) =>
    aliasConfiguration(aliasOf(state, FunctionName, Name)),
  ),
  operation(UpdateAliasCommand, (input, state) => {
    const { FunctionName, Name, FunctionVersion, RoutingConfig, RevisionId } = input;
    const alias = aliasOf(state, FunctionName, Name);
    const { properties } = alias;
    if (RevisionId !== undefined && RevisionId !== revisionOf(properties))
      throw new AwsError('PreconditionFailedException', 412);
    if (FunctionVersion !== undefined) properties.FunctionVersion = FunctionVersion;
    if (RoutingConfig !== undefined) {
      const weights = Object.entries(RoutingConfig.AdditionalVersionWeights ?? {});
      properties.RoutingConfig = {
        AdditionalVersionWeights: weights.map(([version, weight]) => ({
          FunctionVersion: version,
          FunctionWeight: weight,
        })),
      };
    }
    return aliasConfiguration(alias);
  }),
  operation(GetPolicyCommand, ({ FunctionName, Qualifier }, state) => {
    const { physicalId: target } = Qualifier
      ? aliasOf(state, FunctionName, Qualifier)
      : functionOf(state, FunctionName);
    const permissions = resourcesOf(state, 'AWS::Lambda::Permission').filter(
      ({ properties }) => properties.FunctionName === target,
    );
    // Lambda has no policy without a statement.
    if (permissions.length === 0) throw missing();
    const Statement = permissions.map(({ physicalId, properties }) => ({
      Sid: physicalId,
      Effect: 'Allow',
      Principal: { Service: properties.Principal },
      Action: properties.Action,
      Resource: target,
      Condition: { ArnLike: { 'AWS:SourceArn': properties.SourceArn } },
    }));
    const Policy = JSON.stringify({ Version: '2012-10-17', Id: 'default', Statement });
    return { Policy, RevisionId: 'd6a7b3f0-0000-4000-8000-000000000000' };
  }),
  operation(AddPermissionCommand, (input, state) => {
    const { FunctionName, Qualifier, StatementId = '', Action, Principal, SourceArn } = input;
    const target = aliasOf(state, FunctionName, Qualifier).physicalId;
    const type = 'AWS::Lambda::Permission';
    if (resourcesOf(state, type).some(({ physicalId }) => physicalId === StatementId))
      throw new AwsError('ResourceConflictException', 409);
    state.resources.push({
      logicalId: StatementId,
      type,
      physicalId: StatementId,
      properties: { Action, Principal, SourceArn, FunctionName: target },
    });
    return {};
  }),
  operation(RemovePermissionCommand, ({ StatementId }, state) => {
    const found = resourceOf(state, 'AWS::Lambda::Permission', StatementId, missing());
    state.resources = state.resources.filter((one) => one !== found);
    return {};
  }),
  operation(GetFunctionConcurrencyCommand, ({ FunctionName }, state) => ({
    ReservedConcurrentExecutions: functionOf(state, FunctionName).properties
      .ReservedConcurrentExecutions,
  })),
  operation(PutFunctionConcurrencyCommand, (input, state) => {
    const { FunctionName, ReservedConcurrentExecutions } = input;
    const { properties } = functionOf(state, FunctionName);
    properties.ReservedConcurrentExecutions = ReservedConcurrentExecutions;
    return { ReservedConcurrentExecutions };
  }),
  operation(DeleteFunctionConcurrencyCommand, ({ FunctionName }, state) => {
    delete functionOf(state, FunctionName).properties.ReservedConcurrentExecutions;
    return {};
  }),
  operation(GetAccountSettingsCommand, (_, { accountConcurrency }) => ({
    AccountLimit: {
      ConcurrentExecutions: accountConcurrency.limit,
      UnreservedConcurrentExecutions: accountConcurrency.unreserved,
    },
  })),
  operation(GetFunctionEventInvokeConfigCommand, (input, state) => {
    const { FunctionName, Qualifier = '$LATEST' } = input;
    const { physicalId } = functionOf(state, FunctionName);
    const { properties } = resourceOf(
      state,
      'AWS::Lambda::EventInvokeConfig',
      `${physicalId}|${Qualifier}`,
      missing(),
    );
    return {
      MaximumRetryAttempts: properties.MaximumRetryAttempts,
      MaximumEventAgeInSeconds: properties.MaximumEventAgeInSeconds,
    };
  }),
  operation(PutFunctionEventInvokeConfigCommand, (input, state) => {
    const { FunctionName, Qualifier = '$LATEST', ...own } = input;
    const { physicalId } = functionOf(state, FunctionName);
    const type = 'AWS::Lambda::EventInvokeConfig';
    const id = `${physicalId}|${Qualifier}`;
    const others = state.resources.filter((one) => one.type !== type || one.physicalId !== id);
    const properties = { FunctionName: physicalId, Qualifier, ...own };
    state.resources = [...others, { logicalId: id, type, physicalId: id, properties }];
    return own;
  }),
];
