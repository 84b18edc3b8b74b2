import {
  DescribeStackDriftDetectionStatusCommand,
  DescribeStackResourceDriftsCommand,
  DetectStackDriftCommand,
} from '@aws-sdk/client-cloudformation';
import { Problem } from '../../../../infra/project/problem.ts';
import { askAllPages } from '../../../shared/stage/ask-all-pages.ts';
import type { Clients } from '../../../shared/stage/clients.ts';
import type { Stage } from '../../../shared/stage/stage.ts';
import { until } from '../../../shared/stage/until.ts';
import { shortName } from './expected.ts';
import type { Finding } from './finding.ts';
import { repairOf } from './mends.ts';
import type { Verdict } from './verdict.ts';

interface Drift {
  readonly findings: readonly Finding[];
  readonly unanswered: readonly (readonly [action: string, code: string])[];
}

/** What CloudFormation itself finds to differ from the template. It reads with the rights of the caller. */
export async function askDrift(clients: Clients, stage: Stage): Promise<Drift> {
  try {
    return { findings: await detectDrift(clients, stage), unanswered: [] };
  } catch (error) {
    return {
      findings: [],
      unanswered: [['cloudformation:DetectStackDrift', (error as Error).name]],
    };
  }
}

/** What the look itself has named is not said twice. */
export function withDrift(verdict: Verdict, { findings, unanswered }: Drift): Verdict {
  const named = new Set(verdict.findings.map(({ about }) => about));
  return {
    ...verdict,
    findings: [...verdict.findings, ...findings.filter(({ about }) => !named.has(about))],
    unanswered: new Map([...verdict.unanswered, ...unanswered]),
  };
}

async function detectDrift(clients: Clients, stage: Stage): Promise<Finding[]> {
  const { cloudformation } = clients;
  const StackName = stage.stackName;
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
  const drifts = await askAllPages(async (NextToken) => {
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
      commands: repairOf({ stage }),
      about,
    }),
  );
}
