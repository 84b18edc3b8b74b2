import { Duration, Stack } from 'aws-cdk-lib';
import {
  HttpApi,
  HttpMethod,
  HttpStage,
  IpAddressType,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import {
  HttpLambdaAuthorizer,
  HttpLambdaResponseType,
} from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { accessLogFormat } from './access-log.ts';
import { CustomDomain, type CustomDomainProps } from './custom-domain.ts';
import { type LogSettings, ProtectedLogs } from './protected-logs.ts';

export interface PlantsApiProps extends LogSettings {
  readonly createPlant: IFunction;
  readonly authorize: IFunction;
  readonly domain: CustomDomainProps | undefined;
  readonly throttle: { readonly rateLimit: number; readonly burstLimit: number };
}

/** The public API: only POST /plants, behind the authorizer. */
export class PlantsApi extends Construct {
  readonly api: HttpApi;
  readonly stage: HttpStage;
  readonly accessLogs: LogGroup;

  constructor(scope: Construct, id: string, props: PlantsApiProps) {
    super(scope, id);
    this.api = new HttpApi(this, 'Http', {
      apiName: Stack.of(this).stackName,
      description: 'Clients add plants to a store',
      createDefaultStage: false,
      ipAddressType: IpAddressType.DUAL_STACK,
    });
    this.api.addRoutes({
      path: '/plants',
      methods: [HttpMethod.POST],
      integration: new HttpLambdaIntegration('CreatePlant', props.createPlant, {
        timeout: Duration.seconds(29),
      }),
      authorizer: new HttpLambdaAuthorizer('Authorizer', props.authorize, {
        responseTypes: [HttpLambdaResponseType.SIMPLE],
        identitySource: ['$request.header.Authorization'],
        resultsCacheTtl: Duration.minutes(5),
      }),
    });
    const { logRetention, disposable } = props;
    this.accessLogs = new ProtectedLogs(this, 'AccessLogs', {
      // Another prefix would need one resource policy of 5,120 characters that all log groups of the account share:
      // https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/AWS-logs-and-resource-policy.html
      logGroupName: `/aws/vendedlogs/http-apis/${this.api.apiId}`,
      logRetention,
      disposable,
    });
    const domainName = props.domain && new CustomDomain(this, 'Domain', props.domain);
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: props.throttle,
      ...(domainName && { domainMapping: { domainName } }),
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLogs),
        format: accessLogFormat,
      },
    });
  }
}
