import { GetRoutesCommand } from '@aws-sdk/client-apigatewayv2';
import {
  DescribeStacksCommand,
  GetTemplateCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';
import { DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  GetFunctionConcurrencyCommand,
  GetPolicyCommand,
  PutFunctionConcurrencyCommand,
} from '@aws-sdk/client-lambda';
import { ListSubscriptionsByTopicCommand } from '@aws-sdk/client-sns';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { describe, expect, it } from 'vitest';
import { routes } from '../../../../functions/service.ts';
import { template } from '../../../../test/setup/synthesized.ts';
import { denied, throttled } from './aws-model.ts';
import { resourcesOf } from './find.ts';
import { useAwsModel } from './use-aws-model.ts';

const { model, clients } = await useAwsModel({ template });

describe('the stand-in for AWS', () => {
  it('answers in forms and XML', async () => {
    const stacks = await clients.cloudformation.send(
      new DescribeStacksCommand({ StackName: 'PlantStore' }),
    );
    expect(stacks.Stacks?.[0]).toMatchObject({
      StackStatus: 'UPDATE_COMPLETE',
      CreationTime: model.state.stack.created,
      EnableTerminationProtection: true,
    });
    const { TemplateBody } = await clients.cloudformation.send(
      new GetTemplateCommand({ StackName: 'PlantStore' }),
    );
    expect(JSON.parse(`${TemplateBody}`)).toEqual(template);
    const { Account } = await clients.sts.send(new GetCallerIdentityCommand());
    expect(Account).toBe('123456789012');
  });

  it('answers in JSON', async () => {
    const [table] = resourcesOf(model.state, 'AWS::DynamoDB::GlobalTable');
    const { Table } = await clients.dynamodb.send(
      new DescribeTableCommand({ TableName: table?.physicalId }),
    );
    expect(Table?.CreationDateTime).toEqual(model.state.stack.created);
    const names = Object.keys(model.state.alarms);
    const AlarmTypes = ['CompositeAlarm' as const, 'MetricAlarm' as const];
    const both = await clients.cloudwatch.send(
      new DescribeAlarmsCommand({ AlarmNames: names, AlarmTypes }),
    );
    expect([...(both.MetricAlarms ?? []), ...(both.CompositeAlarms ?? [])]).toHaveLength(
      names.length,
    );
    const usual = await clients.cloudwatch.send(new DescribeAlarmsCommand({ AlarmNames: names }));
    expect(usual.CompositeAlarms).toEqual([]);
  });

  it('answers by methods and paths, and remembers what a call changed', async () => {
    const { ApiId } = model.state.stack.outputs;
    const { Items } = await clients.apigateway.send(new GetRoutesCommand({ ApiId }));
    const expected = routes.map(({ method, path }) => ({ RouteKey: `${method} ${path}` }));
    expect(Items).toMatchObject(expected);
    expect(Items?.[0]).toMatchObject({ AuthorizationType: 'CUSTOM' });
    const [fn] = resourcesOf(model.state, 'AWS::Lambda::Function');
    const FunctionName = fn?.physicalId;
    const { Policy } = await clients.lambda.send(
      new GetPolicyCommand({ FunctionName, Qualifier: 'live' }),
    );
    expect(JSON.parse(`${Policy}`).Statement).toHaveLength(1);
    await clients.lambda.send(
      new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: 0 }),
    );
    const reserved = await clients.lambda.send(new GetFunctionConcurrencyCommand({ FunctionName }));
    expect(reserved.ReservedConcurrentExecutions).toBe(0);
  });

  it('answers page by page', async () => {
    model.state.pageSize = 7;
    const listed: unknown[] = [];
    const asked = paginateListStackResources(
      { client: clients.cloudformation },
      { StackName: 'PlantStore' },
    );
    for await (const page of asked) listed.push(...(page.StackResourceSummaries ?? []));
    expect(listed).toHaveLength(Object.keys(template.Resources).length);
  });

  it('throttles a call, which the SDK repeats', async () => {
    let left = 2;
    model.interfere = () => {
      left -= 1;
      return left < 0 ? undefined : throttled();
    };
    const { Account } = await clients.sts.send(new GetCallerIdentityCommand());
    expect({ Account, calls: model.calls.length }).toEqual({ Account: '123456789012', calls: 3 });
  });

  it("answers with AWS's errors, in each protocol", async () => {
    model.interfere = denied;
    const refused = { name: 'AccessDeniedException' };
    await expect(clients.sts.send(new GetCallerIdentityCommand())).rejects.toMatchObject(refused);
    await expect(
      clients.dynamodb.send(new DescribeTableCommand({ TableName: 'Plants' })),
    ).rejects.toMatchObject(refused);
    await expect(
      clients.lambda.send(new GetPolicyCommand({ FunctionName: 'x' })),
    ).rejects.toMatchObject(refused);
    model.interfere = () => undefined;
    await expect(
      clients.cloudformation.send(new DescribeStacksCommand({ StackName: 'Other' })),
    ).rejects.toMatchObject({ name: 'ValidationError' });
    await expect(
      clients.sns.send(new ListSubscriptionsByTopicCommand({ TopicArn: 'arn:aws:sns:::other' })),
    ).rejects.toMatchObject({ name: 'NotFoundException' });
  });
});
