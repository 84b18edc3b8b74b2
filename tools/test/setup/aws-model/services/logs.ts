import {
  DescribeLogGroupsCommand,
  DescribeMetricFiltersCommand,
  DescribeQueryDefinitionsCommand,
  GetQueryResultsCommand,
  PutLogGroupDeletionProtectionCommand,
  PutRetentionPolicyCommand,
  StartQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { arn } from '../aws-names.ts';
import { resourceOf, resourcesOf } from '../find.ts';
import { operation } from '../operation.ts';
import { pageOf } from '../paging.ts';

const group = 'AWS::Logs::LogGroup';

/** A property of the template begins with a capital letter, and a member of this API does not. */
function lowered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name.replace(/^./, (letter) => letter.toLowerCase()),
      lowered(one),
    ]),
  );
}

export const logs = [
  operation(DescribeLogGroupsCommand, (input, state) => {
    const { logGroupNamePrefix: prefix = '', nextToken, logGroupIdentifiers: names } = input;
    const asked = resourcesOf(state, group).filter(
      ({ physicalId }) =>
        physicalId.startsWith(prefix) && (names === undefined || names.includes(physicalId)),
    );
    const { items, next } = pageOf(state, asked, nextToken);
    return {
      logGroups: items.map(({ physicalId, properties }) => ({
        logGroupName: physicalId,
        arn: `${arn(state.place, 'logs', `log-group:${physicalId}`)}:*`,
        retentionInDays: properties.RetentionInDays,
        deletionProtectionEnabled: properties.DeletionProtectionEnabled,
      })),
      nextToken: next,
    };
  }),
  operation(DescribeMetricFiltersCommand, ({ logGroupName, nextToken }, state) => {
    resourceOf(state, group, logGroupName);
    const asked = resourcesOf(state, 'AWS::Logs::MetricFilter').filter(
      ({ properties }) => properties.LogGroupName === logGroupName,
    );
    const { items, next } = pageOf(state, asked, nextToken);
    return {
      metricFilters: items.map(({ physicalId, properties }) => ({
        filterName: physicalId,
        filterPattern: properties.FilterPattern,
        logGroupName,
        metricTransformations: properties.MetricTransformations.map(
          ({ Dimensions, ...others }: { Dimensions?: { Key: string; Value: string }[] }) => ({
            ...(lowered(others) as object),
            ...(Dimensions && {
              dimensions: Object.fromEntries(Dimensions.map(({ Key, Value }) => [Key, Value])),
            }),
          }),
        ),
      })),
      nextToken: next,
    };
  }),
  operation(DescribeQueryDefinitionsCommand, (input, state) => {
    const { queryDefinitionNamePrefix: prefix = '', nextToken } = input;
    const asked = resourcesOf(state, 'AWS::Logs::QueryDefinition').filter(({ properties }) =>
      properties.Name.startsWith(prefix),
    );
    const { items, next } = pageOf(state, asked, nextToken);
    return {
      queryDefinitions: items.map(({ physicalId, properties }) => ({
        queryDefinitionId: physicalId,
        name: properties.Name,
        queryString: properties.QueryString,
        logGroupNames: properties.LogGroupNames,
      })),
      nextToken: next,
    };
  }),
  operation(StartQueryCommand, ({ logGroupNames = [] }, state) => {
    for (const name of logGroupNames) resourceOf(state, group, name);
    return { queryId: JSON.stringify(logGroupNames) };
  }),
  operation(GetQueryResultsCommand, ({ queryId = '[]' }, state) => {
    const rows = (JSON.parse(queryId) as string[]).flatMap((name) => state.rows[name] ?? []);
    return {
      status: state.queryStates.shift() ?? ('Complete' as const),
      results: rows.map((row) => Object.entries(row).map(([field, value]) => ({ field, value }))),
    };
  }),
  operation(PutRetentionPolicyCommand, ({ logGroupName, retentionInDays }, state) => {
    resourceOf(state, group, logGroupName).properties.RetentionInDays = retentionInDays;
    return {};
  }),
  operation(PutLogGroupDeletionProtectionCommand, (input, state) => {
    const { logGroupIdentifier, deletionProtectionEnabled } = input;
    const { properties } = resourceOf(state, group, logGroupIdentifier);
    properties.DeletionProtectionEnabled = deletionProtectionEnabled;
    return {};
  }),
];
