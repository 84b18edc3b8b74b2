import {
  DescribeStackDriftDetectionStatusCommand,
  DescribeStackEventsCommand,
  DescribeStackResourceDriftsCommand,
  DescribeStacksCommand,
  DetectStackDriftCommand,
  GetTemplateCommand,
  ListStackResourcesCommand,
  ListStacksCommand,
  type ResourceStatus,
  type StackStatus,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import type { AwsState } from '../aws-state.ts';
import { AwsError, operation } from '../operation.ts';
import { pageOf } from '../paging.ts';

/** Refuses the name of a stack that is not there. A deleted one is found by its id only. */
function find({ place, stack }: AwsState, name: string | undefined): void {
  const isFound = name === stack.id || (name === place.stackName && stack.deleted === undefined);
  if (stack.status === undefined || !isFound) throw new AwsError('ValidationError');
}

export const cloudformation = [
  operation(DescribeStacksCommand, ({ StackName }, state) => {
    find(state, StackName);
    const { stack, place } = state;
    return {
      Stacks: [
        {
          StackId: stack.id,
          StackName: place.stackName,
          CreationTime: stack.created,
          LastUpdatedTime: stack.updated,
          DeletionTime: stack.deleted,
          StackStatus: stack.status as StackStatus,
          EnableTerminationProtection: stack.terminationProtection,
          Outputs: Object.entries(stack.outputs).map(([OutputKey, OutputValue]) => ({
            OutputKey,
            OutputValue,
          })),
        },
      ],
    };
  }),
  operation(UpdateTerminationProtectionCommand, (input, state) => {
    find(state, input.StackName);
    state.stack.terminationProtection = input.EnableTerminationProtection === true;
    return { StackId: state.stack.id };
  }),
  operation(GetTemplateCommand, ({ StackName }, state) => {
    find(state, StackName);
    return { TemplateBody: JSON.stringify(state.template) };
  }),
  operation(ListStackResourcesCommand, ({ StackName, NextToken }, state) => {
    find(state, StackName);
    const { items, next } = pageOf(state, state.listed, NextToken);
    return {
      StackResourceSummaries: items.map(({ logicalId, type, physicalId }) => ({
        LogicalResourceId: logicalId,
        PhysicalResourceId: physicalId,
        ResourceType: type,
        LastUpdatedTimestamp: state.stack.updated,
        ResourceStatus: statusOf(state, logicalId),
      })),
      NextToken: next,
    };
  }),
  operation(ListStacksCommand, ({ StackStatusFilter = [], NextToken }, state) => {
    const { stack, place } = state;
    const status = stack.deleted ? 'DELETE_COMPLETE' : stack.status;
    const isAsked =
      StackStatusFilter.length === 0 || StackStatusFilter.some((one) => one === status);
    const stacks = status !== undefined && isAsked ? [status as StackStatus] : [];
    const { items, next } = pageOf(state, stacks, NextToken);
    return {
      StackSummaries: items.map((StackStatus) => ({
        StackId: stack.id,
        StackName: place.stackName,
        CreationTime: stack.created,
        DeletionTime: stack.deleted,
        StackStatus,
      })),
      NextToken: next,
    };
  }),
  operation(DescribeStackEventsCommand, ({ StackName, NextToken }, state) => {
    find(state, StackName);
    const { items, next } = pageOf(state, state.stack.events, NextToken);
    return {
      StackEvents: items.map(({ id, reason, status, time }, index) => ({
        StackId: state.stack.id,
        StackName: state.place.stackName,
        EventId: `${time.getTime()}-${index}`,
        Timestamp: time,
        LogicalResourceId: id,
        PhysicalResourceId: id === state.place.stackName ? state.stack.id : `${id}-1A2B3C`,
        ResourceStatus: status as ResourceStatus,
        ResourceStatusReason: reason,
      })),
      NextToken: next,
    };
  }),
  operation(DetectStackDriftCommand, ({ StackName }, state) => {
    find(state, StackName);
    return { StackDriftDetectionId: 'b78ac9b0-0000-4000-8000-000000000000' };
  }),
  operation(DescribeStackDriftDetectionStatusCommand, (_, state) => ({
    StackId: state.stack.id,
    StackDriftDetectionId: 'b78ac9b0-0000-4000-8000-000000000000',
    DetectionStatus: 'DETECTION_COMPLETE' as const,
    StackDriftStatus: state.drifted.length > 0 ? ('DRIFTED' as const) : ('IN_SYNC' as const),
    DriftedStackResourceCount: state.drifted.length,
    Timestamp: state.now,
  })),
  operation(DescribeStackResourceDriftsCommand, ({ StackName, NextToken }, state) => {
    find(state, StackName);
    const { items, next } = pageOf(state, state.drifted, NextToken);
    return {
      StackResourceDrifts: items.map(({ logicalId, status }) => ({
        StackId: state.stack.id,
        LogicalResourceId: logicalId,
        ResourceType: state.listed.find((one) => one.logicalId === logicalId)?.type ?? '',
        StackResourceDriftStatus: status,
        Timestamp: state.now,
      })),
      NextToken: next,
    };
  }),
];

/** What the template keeps stays when the stack is deleted. */
function statusOf({ stack, template }: AwsState, logicalId: string): ResourceStatus {
  if (stack.deleted === undefined) return 'UPDATE_COMPLETE';
  const isKept = template.Resources[logicalId]?.DeletionPolicy?.startsWith('Retain') === true;
  return isKept ? 'DELETE_SKIPPED' : 'DELETE_COMPLETE';
}
