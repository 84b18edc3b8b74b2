import { type Clients, createClients } from '../../../tools/shared/stage/clients.ts';
import { askStage } from '../../../tools/shared/stage/stage.ts';
import { startTestGateway } from '../../../tools/test/setup/test-gateway.ts';
import { template } from '../../setup/synthesized.ts';
import { type AskedStage, accepted } from './asked-stage.ts';
import type { Clock } from './clock.ts';
import { createRelease } from './stand-in-release.ts';
import { stageAsExpected } from './stand-in-stage.ts';
import { createTokens } from './stand-in-tokens.ts';

interface AwsCall {
  readonly service: string;
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

type Answers = Readonly<Record<string, (input: never) => object>>;

/** A stage that answers as we expect of AWS. To make a fault, change a field of the `stage` that this returns. */
export async function startStandIn(stack = 'PlantStore') {
  const stage = stageAsExpected();
  const clock = createClock();
  const tokens = createTokens(stage, clock.now);
  const release = createRelease(stage);
  const gateway = await startTestGateway({
    authorize: ({ identitySource: [header = ''] }) => tokens.authorize(header),
    create: () => ({ statusCode: accepted, body: '{}' }),
  });

  const answers: Answers = {
    ...tokens.answers,
    ...release.answers,
    ...resourceAnswers(stack),
    FilterLogEvents: ({ filterPattern }: { filterPattern: string }) => {
      const [, id = ''] = /"(.+)"/.exec(filterPattern) ?? [];
      const request = gateway.created.find(({ requestContext }) => requestContext.requestId === id);
      const client = request?.['requestContext'].authorizer.lambda.client;
      const message = stage.line(id, client ?? '-');
      const isThere = message !== undefined && (stage.findsJson || !filterPattern.includes('$'));
      return { events: isThere ? [{ message }] : [] };
    },
    GetMetricStatistics: ({ MetricName }: { MetricName: string }) => ({
      Datapoints: MetricName === 'Served' ? stage.served : stage.failed,
    }),
    DescribeAlarms: ({ AlarmNames: [name = ''] }: { AlarmNames: string[] }) => ({
      MetricAlarms: [stage.alarm(name.replace(`${stack}-`, ''))].filter(Boolean),
    }),
  };

  const calls: AwsCall[] = [];
  const clients = clientsThat((service, operation, input) => {
    calls.push({ service, operation, input });
    if (operation === stage.refuses) throw new Error('AccessDenied');
    return answers[operation]?.(input as never) ?? {};
  });
  const asked: AskedStage = {
    stage: await askStage(clients, stack),
    clients,
    url: gateway.url,
    clock,
    createToken: tokens.createToken,
    revokeToken: tokens.revokeToken,
  };
  return { asked, calls, deploy: release.deploy, stage };
}

/** Nobody waits: to sleep only moves the clock. */
function createClock(): Clock {
  let now = 0;
  const sleep = async (milliseconds: number) => {
    now += milliseconds;
  };
  return { now: () => now, sleep, mostSeconds: Infinity };
}

/** The template of the stack, and the names that AWS gave to its resources. */
function resourceAnswers(stack: string): Answers {
  const StackResourceSummaries = Object.entries(template.Resources).map(([id, { Type }]) => {
    const isLog = id.startsWith('ApiAccessLogs');
    const PhysicalResourceId = isLog ? '/aws/vendedlogs/http-apis/abc' : `${stack}-${id}-1A2B3C`;
    return { LogicalResourceId: id, PhysicalResourceId, ResourceType: Type };
  });
  return {
    GetTemplate: () => ({ TemplateBody: JSON.stringify(template) }),
    ListStackResources: () => ({ StackResourceSummaries }),
  };
}

/** Clients of AWS whose calls get these answers in place of the whole way to AWS. */
function clientsThat(
  answer: (service: string, operation: string, input: Record<string, unknown>) => object,
): Clients {
  const clients = createClients();
  for (const [service, client] of Object.entries(clients)) {
    // Each client has a type of its own for it.
    const middlewares = client.middlewareStack as Clients['cloudwatch']['middlewareStack'];
    middlewares.add((_, { commandName = '' }) => async ({ input }) => {
      const output = answer(service, commandName.replace(/Command$/, ''), { ...input });
      return { output: Object.assign(output, { $metadata: {} }), response: {} };
    });
  }
  return clients;
}
