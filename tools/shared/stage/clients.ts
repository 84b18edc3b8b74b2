import { ACMClient } from '@aws-sdk/client-acm';
import { ApiGatewayV2Client } from '@aws-sdk/client-apigatewayv2';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { CodeDeployClient } from '@aws-sdk/client-codedeploy';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { IAMClient } from '@aws-sdk/client-iam';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SNSClient } from '@aws-sdk/client-sns';
import { SSMClient } from '@aws-sdk/client-ssm';
import { STSClient } from '@aws-sdk/client-sts';
import { verifyAnswers } from '../../../functions/dynamodb/verified-answers.ts';
import { limitsOf } from './call-limits.ts';

/** A call of AWS that has ended: `LambdaClient`, `PutFunctionConcurrencyCommand`. */
export interface Call {
  readonly clientName: string;
  readonly commandName: string;
  readonly input: object;
  /** Without it, the call did not leave this machine. */
  readonly metadata?: { readonly httpStatusCode?: number };
  readonly error?: Error;
}

export type Clients = ReturnType<typeof createClients>;

/** The clients of AWS_PROFILE and AWS_REGION. */
export function createClients(onCall: (call: Call) => void = () => {}, patience = 1) {
  const settings = { ...limitsOf(patience), logger: loggerOf(onCall) };
  return {
    acm: new ACMClient(settings),
    apigateway: new ApiGatewayV2Client(settings),
    cloudformation: new CloudFormationClient(settings),
    cloudwatch: new CloudWatchClient(settings),
    codedeploy: new CodeDeployClient(settings),
    dynamodb: verifyAnswers(new DynamoDBClient(settings)),
    iam: new IAMClient(settings),
    kms: new KMSClient(settings),
    lambda: new LambdaClient(settings),
    logs: new CloudWatchLogsClient(settings),
    scheduler: new SchedulerClient(settings),
    sns: new SNSClient(settings),
    ssm: new SSMClient(settings),
    sts: new STSClient(settings),
  };
}

/** The SDK tells its logger of each call, when it has ended. */
function loggerOf(onCall: (call: Call) => void) {
  return { debug: () => {}, info: onCall, warn: console.warn, error: onCall };
}

/** A call as a line for people: `Lambda PutFunctionConcurrency {"FunctionName":"…"} 200`. */
export function lineOfCall({ clientName, commandName, input, metadata, error }: Call): string {
  const service = clientName.replace(/Client$/, '');
  const operation = commandName.replace(/Command$/, '');
  const outcome = error === undefined ? metadata?.httpStatusCode : error.name;
  return [service, operation, JSON.stringify(input), outcome].join(' ');
}
