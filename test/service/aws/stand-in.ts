import { authorizer } from '../../../functions/service.ts';
import { type Clients, createClients } from '../../../tools/commands/stage/clients.ts';
import { askStage } from '../../../tools/commands/stage/stage.ts';
import { createToken } from '../../../tools/commands/token/create-token.ts';
import { testGateway } from '../../../tools/test/setup/test-gateway.ts';
import { template } from '../../setup/synthesized.ts';
import { type AskedStage, accepted } from './asked-stage.ts';

// A stage that answers as we expect of AWS. A test changes one thing of it.

/** In seconds, of the time of the stand-in. */
const cached = authorizer.cacheSeconds - 10;

interface Alarm {
  StateValue: string;
  StateReason: string;
  EvaluationState?: string;
}

interface Call {
  readonly service: string;
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

type Answers = Readonly<Record<string, (input: never) => object>>;

export async function startStandIn(stack = 'PlantStore') {
  let seconds = 0;
  const refusedFrom = new Map<string, number>();
  const calls: Call[] = [];
  const stage = {
    /** How long the gateway goes on with its cached decision. */
    secondsAfterRevoke: 2,
    secondsAfterEnd: cached,
    /** The line of the access log about a request. */
    line: (requestId: string, client: string): string | undefined =>
      JSON.stringify({ requestId, client }),
    findsJson: true,
    served: [{ Sum: 90, SampleCount: 100 }],
    failed: [{ Sum: 0, SampleCount: 100 }],
    alarm: (_: string): Alarm | undefined => ({ StateValue: 'OK', StateReason: 'a reason' }),
    hasContributor: true,
    /** After how many looks at it the stack is in this state. */
    end: 'UPDATE_ROLLBACK_COMPLETE',
    /** Whether a release reaches the second function. */
    moves: true,
    versionAfter: '1',
    refuses: '',
  };
  let last = '';
  const clientsOf = new Map<string, string>();
  const gateway = await testGateway({
    authorize: ({ identitySource: [header = ''] }) => {
      const token = header.replace('Bearer ', '');
      const isAuthorized = (refusedFrom.get(token) ?? Infinity) > seconds;
      return { isAuthorized, context: { client: clientsOf.get(token) } };
    },
    create: () => ({ statusCode: accepted, body: '{}' }),
  });

  let looks = 0;
  let alarmIsOn = false;
  const answers: Answers = {
    FilterLogEvents: ({ filterPattern }: { filterPattern: string }) => {
      const [, id = ''] = /"(.+)"/.exec(filterPattern) ?? [];
      const client = gateway.created
        .filter(({ requestContext }) => requestContext.requestId === id)
        .map(({ requestContext }) => requestContext.authorizer.lambda.client);
      const message = stage.line(id, client[0] ?? '-');
      const isThere = message !== undefined && (stage.findsJson || !filterPattern.includes('$'));
      return { events: isThere ? [{ message }] : [] };
    },
    GetMetricStatistics: ({ MetricName }: { MetricName: string }) => ({
      Datapoints: MetricName === 'Served' ? stage.served : stage.failed,
    }),
    DescribeAlarms: ({ AlarmNames: [name = ''] }: { AlarmNames: string[] }) => ({
      MetricAlarms: [stage.alarm(name.replace(`${stack}-`, ''))].filter(Boolean),
    }),
    DescribeAlarmContributors: () => ({
      AlarmContributors: stage.hasContributor
        ? [{ ContributorAttributes: { lastFour: last.slice(-4) } }]
        : [],
    }),
    SetAlarmState: () => {
      alarmIsOn = true;
      return {};
    },
    GetAlias: ({ FunctionName }: { FunctionName: string }) => {
      const isMoving = stage.moves && looks > 1 && !alarmIsOn && FunctionName.includes('Authorize');
      const RoutingConfig = isMoving ? { AdditionalVersionWeights: { 2: 0.1 } } : {};
      return { FunctionVersion: alarmIsOn ? stage.versionAfter : '1', RoutingConfig };
    },
    DescribeStacks: () => {
      looks += 1;
      const StackStatus = looks > 4 ? stage.end : 'UPDATE_IN_PROGRESS';
      return { Stacks: [{ StackStatus }] };
    },
    GetTemplate: () => ({ TemplateBody: JSON.stringify(template) }),
    ListStackResources: () => ({
      StackResourceSummaries: Object.entries(template.Resources).map(([LogicalResourceId, one]) => {
        const name = `${stack}-${LogicalResourceId}-1A2B3C`;
        const isLog = LogicalResourceId.startsWith('ApiAccessLogs');
        const PhysicalResourceId = isLog ? '/aws/vendedlogs/http-apis/abc' : name;
        return { LogicalResourceId, PhysicalResourceId, ResourceType: one.Type };
      }),
    }),
  };
  const clients = createClients();
  for (const [service, client] of Object.entries(clients)) {
    // Each client has a type of its own for it.
    const middlewares = client.middlewareStack as Clients['cloudwatch']['middlewareStack'];
    // In the place of the whole way to AWS.
    middlewares.add((_, { commandName = '' }) => async ({ input }) => {
      const operation = commandName.replace(/Command$/, '');
      calls.push({ service, operation, input: { ...input } });
      if (operation === stage.refuses) throw new Error('AccessDenied');
      const output = answers[operation]?.(input as never) ?? {};
      return { output: Object.assign(output, { $metadata: {} }), response: {} };
    });
  }
  const asked: AskedStage = {
    stage: await askStage(clients, stack),
    clients,
    url: gateway.url,
    clock: {
      now: () => 1_000 * seconds,
      sleep: async (milliseconds) => {
        seconds += milliseconds / 1_000;
      },
      mostSeconds: Infinity,
    },
    createToken: async (name, expires) => {
      last = createToken();
      clientsOf.set(last, name);
      const [, lifetime] = /^(\d+)s$/.exec(expires) ?? [];
      if (lifetime) refusedFrom.set(last, seconds + Number(lifetime) + stage.secondsAfterEnd);
      return last;
    },
    revokeToken: async (token) => {
      refusedFrom.set(token, seconds + stage.secondsAfterRevoke);
    },
  };
  /** The second deploy: it ends when the stack is in its last state. */
  const deploy = async () => {
    looks += 1;
    if (!stage.moves) return;
    while (looks <= 4) await new Promise((resolve) => setImmediate(resolve));
  };
  return { asked, calls, deploy, stage };
}
