import {
  DescribeStackDriftDetectionStatusCommand,
  DescribeStackResourceDriftsCommand,
  DetectStackDriftCommand,
} from '@aws-sdk/client-cloudformation';
import { Problem } from '../../../../infra/project/problem.ts';
import type { Clients } from '../clients.ts';
import type { Stage } from '../stage.ts';
import { until } from '../until.ts';
import { allPages } from './asking.ts';
import { shortName } from './expected.ts';
import type { Finding } from './finding.ts';
import { repair } from './mends.ts';

/** What CloudFormation itself finds to differ from the template. It reads with the rights of the caller. */
export async function findDrift(clients: Clients, stage: Stage): Promise<Finding[]> {
  const { cloudformation } = clients;
  const StackName = stage.name;
  const { StackDriftDetectionId } = await cloudformation.send(
    new DetectStackDriftCommand({ StackName }),
  );
  await until(
    'CloudFormation has compared the stack with its template',
    async () => {
      const command = new DescribeStackDriftDetectionStatusCommand({ StackDriftDetectionId });
      const { DetectionStatus, DetectionStatusReason } = await cloudformation.send(command);
      if (DetectionStatus !== 'DETECTION_FAILED') return DetectionStatus === 'DETECTION_COMPLETE';
      throw new Problem(`CloudFormation could not compare all resources: ${DetectionStatusReason}`);
    },
    { everySeconds: 3, atMostSeconds: 600 },
  );
  const drifts = await allPages(async (NextToken) => {
    const command = new DescribeStackResourceDriftsCommand({
      StackName,
      StackResourceDriftStatusFilters: ['MODIFIED', 'DELETED'],
      NextToken,
    });
    const page = await cloudformation.send(command);
    return [page.StackResourceDrifts, page.NextToken];
  });
  return drifts.map(
    ({ LogicalResourceId: about = '', StackResourceDriftStatus, PropertyDifferences = [] }) => ({
      rank: 'LACKS',
      what: `CloudFormation says that ${shortName(about)} is ${StackResourceDriftStatus}.`,
      means: 'Somebody changed it by hand.',
      detail: PropertyDifferences.map(
        ({ PropertyPath, ActualValue }) => `${PropertyPath} is ${ActualValue}.`,
      ).join(' '),
      runbook: 'changed-by-hand',
      commands: repair({ stage }),
      about,
    }),
  );
}
