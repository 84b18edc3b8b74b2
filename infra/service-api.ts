import { CfnOutput, Duration, Fn, Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  ApiMapping,
  DomainName,
  HttpApi,
  HttpMethod,
  HttpStage,
  IpAddressType,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigatewayv2';
import {
  HttpLambdaAuthorizer,
  HttpLambdaResponseType,
} from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import * as service from '../functions/service.ts';
import { accessLogLine } from './access-log.ts';
import { ProtectedLogs } from './protected-logs.ts';
import type { LiveFunctions } from './service-function.ts';
import type { Settings } from './settings.ts';

/** Of API Gateway. An installation of the service is a stage too: that one is `settings.stage`. */
const gatewayStageName = '$default';

/** The public API: the routes, each behind the authorizer. */
export class ServiceApi extends Construct {
  readonly http: HttpApi;
  readonly gatewayStage: HttpStage;
  readonly accessLogs: LogGroup;
  /** Where clients reach it: by the owner's domain, if there is one. */
  readonly url: string;

  constructor(scope: Construct, id: string, settings: Settings, liveFunctions: LiveFunctions) {
    super(scope, id);
    this.http = new HttpApi(this, 'Http', {
      apiName: Stack.of(this).stackName,
      description: 'Clients add plants to a store',
      createDefaultStage: false,
      ipAddressType: IpAddressType.DUAL_STACK,
    });
    this.addRoutes(liveFunctions);
    this.accessLogs = new ProtectedLogs(this, 'AccessLogs', settings, {
      // Another prefix would need one resource policy of 5,120 characters that all log groups of the account share:
      // https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/AWS-logs-and-resource-policy.html
      logGroupName: `/aws/vendedlogs/http-apis/${this.http.apiId}`,
    });
    const domain = this.customDomain(settings);
    this.url = domain ? `https://${settings.domainName}` : this.http.apiEndpoint;
    // The group's own ARN ends in ":*", which API Gateway drops: with it, each drift check would find a change. CDK has a flag
    // for it, but only for REST APIs (logGroupDestinationArnWithoutWildcard).
    const destinationArn = Fn.select(0, Fn.split(':*', this.accessLogs.logGroupArn));
    this.gatewayStage = new HttpStage(this, 'Stage', {
      httpApi: this.http,
      stageName: gatewayStageName,
      autoDeploy: true,
      throttle: { rateLimit: settings.throttleRate, burstLimit: settings.throttleBurst },
      accessLogSettings: {
        destination: { bind: () => ({ destinationArn }) },
        format: AccessLogFormat.custom(JSON.stringify(accessLogLine)),
      },
    });
    // HttpStage would also make this mapping, but with "undefined" in its logical id.
    if (domain)
      new ApiMapping(this, 'Mapping', {
        api: this.http,
        domainName: domain,
        stage: this.gatewayStage,
      });
  }

  private addRoutes(liveFunctions: LiveFunctions): void {
    const { functionName, header, cacheSeconds } = service.authorizer;
    const authorizer = new HttpLambdaAuthorizer('Authorizer', liveFunctions[functionName].alias, {
      responseTypes: [HttpLambdaResponseType.SIMPLE],
      identitySource: [`$request.header.${header}`],
      resultsCacheTtl: Duration.seconds(cacheSeconds),
    });
    for (const { method, path, functionName: name } of service.routes) {
      const [route] = this.http.addRoutes({
        path,
        methods: [HttpMethod[method]],
        integration: new HttpLambdaIntegration(name, liveFunctions[name].alias, {
          // Each function ends before.
          timeout: Duration.seconds(29),
        }),
        authorizer,
      });
      // CDK's own permission is for each stage and method.
      const permission = route?.node.findChild(`${name}-Permission`) as CfnPermission;
      permission.sourceArn = Stack.of(this).formatArn({
        service: 'execute-api',
        resource: this.http.apiId,
        resourceName: `${gatewayStageName}/${method}${path}`,
      });
    }
  }

  /** The owner's domain for the API. The outputs have the values for its DNS records. */
  private customDomain({ domainName, certificateArn }: Settings): DomainName | undefined {
    if (domainName === undefined || certificateArn === undefined) return undefined;
    const domain = new DomainName(this, 'Domain', {
      domainName,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      securityPolicy: SecurityPolicy.TLS_1_2,
      ipAddressType: IpAddressType.DUAL_STACK,
    });
    const output = (name: string, value: string, description: string) =>
      new CfnOutput(Stack.of(this), name, { value, description });
    output('DomainUrl', `https://${domain.name}`, 'URL of the API under your domain');
    output('DomainTarget', domain.regionalDomainName, 'Target of the DNS records');
    output('DomainTargetZone', domain.regionalHostedZoneId, 'Hosted zone of the target');
    return domain;
  }
}
