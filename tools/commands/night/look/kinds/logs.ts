import {
  DescribeLogGroupsCommand,
  DescribeMetricFiltersCommand,
  DescribeQueryDefinitionsCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { askAllPages } from '../../../stage/ask-all-pages.ts';
import { isGone, mapped } from '../answer.ts';
import type { Asking } from '../asking.ts';
import type { Consequence } from '../consequence.ts';
import { propertyAt, shortName } from '../expected.ts';
import type { Rank } from '../finding.ts';
import { aws, nameOf, repairOf } from '../mends.ts';
import type { ResourceKind } from './resource-kind.ts';

function askGroup({ ask }: Asking, logGroupNamePrefix: string) {
  return ask('logs:DescribeLogGroups', { logGroupNamePrefix }, ({ logs }, signal) =>
    askAllPages(async (nextToken) => {
      const command = new DescribeLogGroupsCommand({ logGroupNamePrefix, nextToken });
      const page = await logs.send(command, signal);
      return [page.logGroups, page.nextToken];
    }),
  );
}

function consequence(rank: Rank, means: string, mend: Consequence['mend'] = repairOf): Consequence {
  return { rank, means, runbook: 'changed-by-hand', mend };
}

const group: ResourceKind = {
  type: 'AWS::Logs::LogGroup',
  name: ({ logicalId }) => `The log group ${shortName(logicalId)}`,
  ask: async (asking, { physicalId }) =>
    mapped(await askGroup(asking, physicalId), (groups) => {
      const found = groups.find(({ logGroupName }) => logGroupName === physicalId);
      if (found === undefined) return { gone: true };
      return {
        RetentionInDays: found.retentionInDays,
        DeletionProtectionEnabled: found.deletionProtectionEnabled ?? false,
      };
    }),
  gone: {
    rank: 'SILENT',
    means: 'Alarms that count its lines see nothing, and nobody can read what happened.',
    runbook: 'a-deleted-log',
    mend: repairOf,
  },
  properties: {
    RetentionInDays: consequence('UNSAFE', 'Its lines are deleted earlier, or cost more.', (it) => [
      aws('logs put-retention-policy', {
        'log-group-name': nameOf(it),
        'retention-in-days': it.expected.properties['RetentionInDays'],
      }),
    ]),
    DeletionProtectionEnabled: consequence(
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

const notCounted = consequence('SILENT', 'Its alarms count nothing, or something else.');

const filter: ResourceKind = {
  type: 'AWS::Logs::MetricFilter',
  name: ({ properties, logicalId }) => {
    const metric = propertyAt(properties, 'MetricTransformations.0.MetricName');
    return `The filter of the metric ${metric} (${shortName(logicalId)})`;
  },
  ask: async (asking, { physicalId, properties }) => {
    const logGroupName = `${properties['LogGroupName']}`;
    const answer = await asking.ask(
      'logs:DescribeMetricFilters',
      { logGroupName },
      ({ logs }, signal) =>
        askAllPages(async (nextToken) => {
          const command = new DescribeMetricFiltersCommand({ logGroupName, nextToken });
          const page = await logs.send(command, signal);
          return [page.metricFilters, page.nextToken];
        }),
    );
    if (isGone(answer)) return answer;
    return mapped(answer, (filters) => {
      const found = filters.find(({ filterName }) => filterName === physicalId);
      if (found === undefined) return { gone: true };
      return {
        FilterPattern: found.filterPattern,
        MetricTransformations: found.metricTransformations?.map((one) => ({
          MetricName: one.metricName,
          MetricNamespace: one.metricNamespace,
          MetricValue: one.metricValue,
          DefaultValue: one.defaultValue,
          Dimensions: Object.entries(one.dimensions ?? {}).map(([Key, Value]) => ({ Key, Value })),
        })),
      };
    });
  },
  gone: notCounted,
  properties: { FilterPattern: notCounted, MetricTransformations: notCounted },
};

const query: ResourceKind = {
  type: 'AWS::Logs::QueryDefinition',
  name: ({ properties }) => `The saved query ${String(properties['Name']).split('/').at(-1)}`,
  ask: async (asking, { physicalId, properties }) => {
    const [folder = ''] = String(properties['Name']).split('/');
    const queryDefinitionNamePrefix = `${folder}/`;
    const answer = await asking.ask(
      'logs:DescribeQueryDefinitions',
      { queryDefinitionNamePrefix },
      ({ logs }, signal) =>
        askAllPages(async (nextToken) => {
          const command = new DescribeQueryDefinitionsCommand({
            queryDefinitionNamePrefix,
            nextToken,
          });
          const page = await logs.send(command, signal);
          return [page.queryDefinitions, page.nextToken];
        }),
    );
    return mapped(answer, (all) => {
      const found = all.find(({ queryDefinitionId }) => queryDefinitionId === physicalId);
      return found ? { QueryString: found.queryString } : { gone: true };
    });
  },
  gone: consequence('LACKS', 'People cannot run it in the console.'),
  properties: { QueryString: consequence('LACKS', 'It answers another question than it should.') },
};

export const logKinds = [group, filter, query];
