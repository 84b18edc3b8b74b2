import { paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { Problem } from '../../../infra/project/problem.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../usage-error.ts';
import { type Call, type Clients, createClients, lineOfCall } from './clients.ts';
import { askStack, MissingStack, type Stack } from './stack.ts';
import { askTemplate, type Template, tagOf } from './template.ts';

/** A deployed stage: what its stack is, should have, and has. */
export interface Stage extends Stack {
  /** As `production`. */
  readonly stageName: string;
  readonly template: Template;
  /** The name that AWS gave to each resource that it made: `Probe` is `STACK-Probe-1A2B3C`. */
  readonly physicalIds: Readonly<Partial<Record<string, string>>>;
}

/** The options of each command of the night. */
export const stageOptions = {
  stack: { type: 'string' },
  calls: { type: 'boolean' },
} as const;

export const stageHelp = `  --stack NAME     the name of the stack of the stage, of AWS_PROFILE and AWS_REGION
  --calls          prints each call of AWS`;

interface Given {
  readonly stack?: string;
  readonly calls?: boolean;
}

/** The name of the stack and the clients that the options mean. */
export function readStageOptions({ stack, calls = false }: Given, { note, patience }: Terminal) {
  if (stack === undefined) throw new UsageError('--stack is missing: name the stack of the stage.');
  const onCall = calls ? (call: Call) => note(lineOfCall(call)) : undefined;
  return { stack, clients: createClients(onCall, patience) };
}

export async function askStage(clients: Clients, name: string): Promise<Stage> {
  const { cloudformation } = clients;
  const stack = await askStack(cloudformation, name).catch(async (error) => {
    throw error instanceof MissingStack ? await withPlace(error, clients) : error;
  });
  const [template, physicalIds] = await Promise.all([
    askTemplate(cloudformation, name),
    askPhysicalIds(clients, name),
  ]);
  const stage = tagOf(template, 'stage');
  if (stage === undefined) {
    throw new Problem(
      `The stack ${name} has no function with the tag stage: it is not of this service.`,
    );
  }
  return { ...stack, stageName: stage, template, physicalIds };
}

async function askPhysicalIds({ cloudformation }: Clients, StackName: string) {
  const ids: Record<string, string> = {};
  const pages = paginateListStackResources({ client: cloudformation }, { StackName });
  for await (const { StackResourceSummaries = [] } of pages) {
    for (const {
      LogicalResourceId,
      PhysicalResourceId,
      ResourceStatus,
    } of StackResourceSummaries) {
      const isThere = ResourceStatus !== 'DELETE_COMPLETE';
      if (LogicalResourceId && PhysicalResourceId && isThere)
        ids[LogicalResourceId] = PhysicalResourceId;
    }
  }
  return ids;
}

/** The name that AWS gave to a resource. */
export function physicalId({ physicalIds, stackName }: Stage, logicalId: string): string {
  const id = physicalIds[logicalId];
  if (id !== undefined) return id;
  throw new Problem(
    `The stack ${stackName} has no resource ${logicalId}: it was never made, or is deleted.`,
  );
}

/** The wrong account and the wrong region look like a deleted stack. */
async function withPlace({ stackName }: MissingStack, { sts }: Clients): Promise<Problem> {
  const [region, { Account = '' }] = await Promise.all([
    sts.config.region(),
    sts.send(new GetCallerIdentityCommand()),
  ]);
  return new MissingStack(stackName, `in the account ${Account} and the region ${region}`);
}
