import { GetAliasCommand, type LambdaClient, UpdateAliasCommand } from '@aws-sdk/client-lambda';
import { physicalId, type Stage } from '../../shared/stage/stage.ts';
import type { LiveFunction } from '../../shared/stage/template.ts';

/** The alias of a function names the version that clients get. */
export interface AliasPlace {
  readonly FunctionName: string;
  readonly Name: string;
}

export interface Alias extends AliasPlace {
  /** The version that has all requests. While a release moves, it is the old one. */
  readonly version: string;
  /** Whether another version has a share of the requests. */
  readonly divides: boolean;
  /** It is another one after each change of the alias. */
  readonly revision: string | undefined;
}

export function askAlias(client: LambdaClient, stage: Stage, fn: LiveFunction): Promise<Alias> {
  const Name = `${stage.template.Resources[fn.alias]?.Properties?.['Name']}`;
  return askAliasAt(client, { FunctionName: physicalId(stage, fn.name), Name });
}

export async function askAliasAt(
  client: LambdaClient,
  { FunctionName, Name }: AliasPlace,
): Promise<Alias> {
  const command = new GetAliasCommand({ FunctionName, Name });
  const { FunctionVersion, RoutingConfig, RevisionId } = await client.send(command);
  const others = Object.keys(RoutingConfig?.AdditionalVersionWeights ?? {});
  return {
    FunctionName,
    Name,
    version: `${FunctionVersion}`,
    divides: others.length > 0,
    revision: RevisionId,
  };
}

/** Gives all requests to a version, unless somebody has changed the alias since it was read. */
export function pointAlias(client: LambdaClient, alias: Alias, version: string) {
  const { FunctionName, Name, revision: RevisionId } = alias;
  const RoutingConfig = { AdditionalVersionWeights: {} };
  const input = { FunctionName, Name, FunctionVersion: version, RoutingConfig, RevisionId };
  return client.send(new UpdateAliasCommand(input));
}
