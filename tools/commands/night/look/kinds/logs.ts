import {
  DescribeLogGroupsCommand,
  DescribeMetricFiltersCommand,
  DescribeQueryDefinitionsCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { askAllPages } from '../../../../shared/stage/ask-all-pages.ts';
import type { Asking } from '../asking.ts';
import { foundIn, mapped } from '../aws-answer.ts';
import { changedByHand } from '../consequence.ts';
import { propertyAt, shortName } from '../expected.ts';
import { aws, nameOf, repairOf } from '../mends.ts';
import { propertyText, type ResourceKind } from './resource-kind.ts';

function askGroups({ ask }: Asking, logGroupNamePrefix: string) {
  return ask('logs:DescribeLogGroups', { logGroupNamePrefix }, ({ logs }, signal) =>
    askAllPages(async (nextToken) => {
      const command = new DescribeLogGroupsCommand({ logGroupNamePrefix, nextToken });
      const page = await logs.send(command, signal);
      return [page.logGroups, page.nextToken];
    }),
  );
}

const group: ResourceKind = {
  type: 'AWS::Logs::LogGroup',
  name: ({ logicalId }) => `The log group ${shortName(logicalId)}`,
  ask: async (asking, { physicalId }) => {
    const groups = await askGroups(asking, physicalId);
    const found = foundIn(groups, ({ logGroupName }) => logGroupName === physicalId);
    return mapped(found, ({ retentionInDays, deletionProtectionEnabled = false }) => ({
      RetentionInDays: retentionInDays,
      DeletionProtectionEnabled: deletionProtectionEnabled,
    }));
  },
  ifDeleted: {
    rank: 'SILENT',
    means: 'Alarms that count its lines see nothing, and nobody can read what happened.',
    runbook: 'a-deleted-log',
    mend: repairOf,
  },
  properties: {
    RetentionInDays: changedByHand(
      'UNSAFE',
      'Its lines are deleted earlier, or cost more.',
      (it) => [
        aws('logs put-retention-policy', {
          'log-group-name': nameOf(it),
          'retention-in-days': it.expected.properties['RetentionInDays'],
        }),
      ],
    ),
    DeletionProtectionEnabled: changedByHand(
      'UNSAFE',
      'One command can delete it, and the alarms with it.',
      (it) => [
        aws('logs put-log-group-deletion-protection', {
          'log-group-identifier': nameOf(it),
          [it.expected.properties['DeletionProtectionEnabled'] === true
            ? 'deletion-protection-enabled'
            : 'no-deletion-protection-enabled']: true,
        }),
      ],
    ),
  },
};

function askFilters({ ask }: Asking, logGroupName: string) {
  return ask('logs:DescribeMetricFilters', { logGroupName }, ({ logs }, signal) =>
    askAllPages(async (nextToken) => {
      const command = new DescribeMetricFiltersCommand({ logGroupName, nextToken });
      const page = await logs.send(command, signal);
      return [page.metricFilters, page.nextToken];
    }),
  );
}

const notCounted = changedByHand('SILENT', 'Its alarms count nothing, or something else.');

const filter: ResourceKind = {
  type: 'AWS::Logs::MetricFilter',
  name: ({ properties, logicalId }) => {
    const metric = propertyAt(properties, 'MetricTransformations.0.MetricName');
    return `The filter of the metric ${metric} (${shortName(logicalId)})`;
  },
  ask: async (asking, expected) => {
    const filters = await askFilters(asking, propertyText(expected, 'LogGroupName'));
    const found = foundIn(filters, ({ filterName }) => filterName === expected.physicalId);
    return mapped(found, ({ filterPattern, metricTransformations }) => ({
      FilterPattern: filterPattern,
      MetricTransformations: metricTransformations?.map((one) => ({
        MetricName: one.metricName,
        MetricNamespace: one.metricNamespace,
        MetricValue: one.metricValue,
        DefaultValue: one.defaultValue,
        Dimensions: Object.entries(one.dimensions ?? {}).map(([Key, Value]) => ({ Key, Value })),
      })),
    }));
  },
  ifDeleted: notCounted,
  properties: { FilterPattern: notCounted, MetricTransformations: notCounted },
};

function askQueries({ ask }: Asking, queryDefinitionNamePrefix: string) {
  const input = { queryDefinitionNamePrefix };
  return ask('logs:DescribeQueryDefinitions', input, ({ logs }, signal) =>
    askAllPages(async (nextToken) => {
      const command = new DescribeQueryDefinitionsCommand({ ...input, nextToken });
      const page = await logs.send(command, signal);
      return [page.queryDefinitions, page.nextToken];
    }),
  );
}

const query: ResourceKind = {
  type: 'AWS::Logs::QueryDefinition',
  name: (expected) => `The saved query ${propertyText(expected, 'Name').split('/').at(-1)}`,
  ask: async (asking, expected) => {
    const [folder] = propertyText(expected, 'Name').split('/');
    const queries = await askQueries(asking, `${folder}/`);
    const found = foundIn(queries, (one) => one.queryDefinitionId === expected.physicalId);
    return mapped(found, ({ queryString }) => ({ QueryString: queryString }));
  },
  ifDeleted: changedByHand('LACKS', 'People cannot run it in the console.'),
  properties: {
    QueryString: changedByHand('LACKS', 'It answers another question than it should.'),
  },
};

export const logKinds = [group, filter, query];
