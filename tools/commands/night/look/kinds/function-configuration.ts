import type { FunctionConfiguration } from '@aws-sdk/client-lambda';
import type { Comparison } from '../comparison.ts';
import type { Properties } from '../expected.ts';
import type { Rank } from '../finding.ts';

// What a function is configured with: as $LATEST, or as a version of it.

interface ConfigurationPart extends Comparison {
  readonly rank: Rank;
}

/** What each part of it means for a version that clients get, and what AWS has if the template says nothing. */
export const configurationParts: Readonly<Record<string, ConfigurationPart>> = {
  Architectures: { rank: 'STOPS', unset: ['x86_64'] },
  'DeadLetterConfig.TargetArn': { rank: 'LACKS', unset: undefined },
  'Environment.Variables': { rank: 'STOPS', unset: {}, exact: true },
  Handler: { rank: 'STOPS' },
  KmsKeyArn: { rank: 'STOPS', unset: undefined },
  Layers: { rank: 'STOPS', unset: [] },
  LoggingConfig: { rank: 'SILENT' },
  MemorySize: { rank: 'LIMITS' },
  Role: { rank: 'STOPS' },
  Runtime: { rank: 'STOPS' },
  Timeout: { rank: 'LIMITS' },
  'VpcConfig.SecurityGroupIds': { rank: 'STOPS', unset: [] },
  'VpcConfig.SubnetIds': { rank: 'STOPS', unset: [] },
};

/** In the form of the template. */
export function configurationOf(found: FunctionConfiguration, wanted: Properties): Properties {
  const { Architectures, DeadLetterConfig, Environment, Handler, Layers, LoggingConfig } = found;
  const { MemorySize, Role, Runtime, Timeout, VpcConfig } = found;
  return {
    Architectures,
    DeadLetterConfig,
    // Without the right on its key, Lambda says no variable. Then nothing is claimed to differ.
    Environment: Environment?.Error ? wanted['Environment'] : Environment,
    Handler,
    KmsKeyArn: found.KMSKeyArn,
    Layers: Layers?.map(({ Arn }) => Arn),
    LoggingConfig,
    MemorySize,
    Role,
    Runtime,
    Timeout,
    VpcConfig,
  };
}
