import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  type Alias,
  Architecture,
  type CfnFunction,
  Code,
  type IFunction,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  RuntimeFamily,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import {
  type FunctionName,
  functions,
  type LiveName,
  memoryMegabytes,
} from '../functions/service.ts';
import { type FunctionCode, lambdaHandler, nodeMajor } from './build/bundle.ts';
import { ProtectedLogs } from './protected-logs.ts';
import { ServiceRole } from './service-role.ts';
import type { Settings } from './settings.ts';

/** What the stack and each of its functions are made from. */
export interface StageProps {
  readonly settings: Settings;
  readonly code: FunctionCode;
}

interface ServiceFunctionProps extends StageProps {
  readonly description: string;
  readonly environment: Record<string, string>;
}

/** The common part of all functions: a role that can only log, until it is granted more. */
export class ServiceFunction extends LambdaFunction {
  constructor(scope: Construct, id: FunctionName, props: ServiceFunctionProps) {
    const { architecture, disposable } = props.settings;
    const { region, urlSuffix } = Stack.of(scope);
    const logGroup = new ProtectedLogs(scope, `${id}Logs`, props.settings);
    const role = new ServiceRole(scope, `${id}Role`, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `Permissions of the function ${id}`,
    });
    logGroup.grantWrite(role);
    super(scope, id, {
      description: props.description,
      // By its number: CDK's names of runtimes come months after Lambda has them.
      runtime: new Runtime(`nodejs${nodeMajor}.x`, RuntimeFamily.NODEJS),
      architecture: architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
      memorySize: memoryMegabytes,
      timeout: Duration.seconds(functions[id].timeoutSeconds),
      handler: lambdaHandler,
      code: Code.fromAsset(props.code[id]),
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      // Lambda's own lines about each call would cost more than the call.
      systemLogLevelV2: SystemLogLevel.WARN,
      environment: {
        ...props.environment,
        // AWS's own, declared because `sam local invoke` overrides only declared variables.
        AWS_ENDPOINT_URL_DYNAMODB: `https://dynamodb.${region}.${urlSuffix}`,
      },
      currentVersionOptions: {
        // Old versions stay for a fast rollback. Those of a failed deploy are deleted: a version that stays
        // would make the next deploy of the same code fail.
        removalPolicy: disposable
          ? RemovalPolicy.DESTROY
          : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      },
    });
    // People type it, for `sam local invoke`.
    (this.node.defaultChild as CfnFunction).overrideLogicalId(id);
  }
}

/** A function that clients wait for. They use it through an alias that moves from version to version. */
export class LiveFunction extends ServiceFunction {
  // An intersection, because exactOptionalPropertyTypes refuses the role of CDK's Alias.
  readonly alias: Alias & IFunction = this.addAlias('live') as Alias & IFunction;
}

/** By their names. */
export type LiveFunctions = Readonly<Record<LiveName, LiveFunction>>;
