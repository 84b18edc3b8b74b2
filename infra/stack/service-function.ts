import { type Duration, type RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  type Alias,
  Architecture,
  type CfnFunction,
  Code,
  type IFunction,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

export interface ServiceFunctionProps {
  /** The folder of its bundle. */
  readonly code: string;
  readonly description: string;
  readonly timeout: Duration;
  readonly architecture: 'arm64' | 'x86_64';
  readonly environment: Record<string, string>;
  /** The services of AWS that it calls. */
  readonly calls: readonly ('dynamodb' | 'lambda' | 'codedeploy')[];
  readonly logRetention: RetentionDays;
  readonly removalPolicy: RemovalPolicy;
}

/** As much as the CPU's share of it needs. */
const memoryMegabytes = 512;

/** What every function of this service has in common: a role that may only log and trace, until granted more. */
export class ServiceFunction extends LambdaFunction {
  readonly logs: LogGroup;
  private alias: Live | undefined;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    const { region, urlSuffix } = Stack.of(scope);
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: props.logRetention,
      removalPolicy: props.removalPolicy,
    });
    const role = new Role(scope, `${id}Role`, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `What the function ${id} may do`,
    });
    logGroup.grantWrite(role);
    super(scope, id, {
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: props.architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
      memorySize: memoryMegabytes,
      timeout: props.timeout,
      handler: 'index.handler',
      code: Code.fromAsset(props.code),
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.ACTIVE,
      environment: {
        ...props.environment,
        // The SDK reads them by itself; declared because `sam local invoke` overrides only what is declared.
        ...Object.fromEntries(
          props.calls.map((service) => [
            `AWS_ENDPOINT_URL_${service.toUpperCase()}`,
            `https://${service}.${region}.${urlSuffix}`,
          ]),
        ),
      },
      // A version that was live stays, to go back to at once.
      currentVersionOptions: { removalPolicy: props.removalPolicy },
    });
    // People type it, for `sam local invoke` and in env.json.
    (this.node.defaultChild as CfnFunction).overrideLogicalId(id);
    this.logs = logGroup;
    Validations.of(this).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason:
        'API Gateway invokes it synchronously and answers the failure itself; a dead letter queue serves asynchronous invocations only.',
    });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason:
        'xray:PutTraceSegments and xray:PutTelemetryRecords know no resources; the tests allow the wildcard to them alone.',
    });
  }

  /** The version that clients' requests reach, from the first time that somebody asks for it. */
  get live(): Live {
    this.alias ??= this.addAlias('live') as Live;
    return this.alias;
  }
}

// An intersection, since CDK's Alias declares its role in a way that exactOptionalPropertyTypes refuses.
type Live = Alias & IFunction;
