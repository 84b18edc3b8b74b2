import { failures } from '../../../../../functions/http/failure.ts';
import { type AwsAnswer, known } from '../aws-answer.ts';
import { type Expected, propertyAt } from '../expected.ts';
import type { Finding } from '../finding.ts';
import { functionNameIn } from '../kinds/function-names.ts';
import { askLogs, logGroupOf, type Row } from './log-query.ts';
import { period, timesOfLines } from './log-times.ts';
import { clientsGiveUp } from './requests.ts';
import { type Context, ofType, type Subject } from './subject.ts';

const ourBug = `${failures.unexpected.error}`;

interface LogAnswer {
  readonly fn: Expected;
  readonly rows: AwsAnswer<readonly Row[]>;
}

// Our own failures have the level WARN or ERROR. A client's mistake has INFO.
const text = [
  'filter level in ["WARN", "ERROR", "FATAL"] or ispresent(message.errorMessage)',
  `stats count() as times, ${timesOfLines}, latest(message.cause.message) as cause, latest(message.errorMessage) as message by message.error, message.cause.name`,
  'sort times desc',
  'limit 20',
].join('\n| ');

/** What the functions, also the probe, wrote about failures in the last hour. */
export const functionErrors: Subject<readonly LogAnswer[]> = {
  ask: (asking, { expected, now }) =>
    Promise.all(
      ofType(expected, 'AWS::Lambda::Function').map(async (fn) => ({
        fn,
        rows: await askLogs(asking, { groups: [logGroupOf(fn)], text, now }),
      })),
    ),

  judge(answers, context) {
    return {
      findings: answers.flatMap(({ fn, rows }) =>
        (known(rows) ?? []).flatMap((row) => failure(fn, row, context)),
      ),
    };
  },
};

function failure({ logicalId, physicalId }: Expected, row: Row, { expected }: Context): Finding[] {
  const [error, cause] = [row['message.error'], row['message.cause.name']];
  const isProbe = ofType(expected, 'AWS::Scheduler::Schedule').some(
    ({ properties }) => functionNameIn(String(propertyAt(properties, 'Target.Arn'))) === physicalId,
  );
  const times = Number(row['times']);
  // One in an hour can be a chance, except a bug of ours.
  const isMany = times >= 3;
  if (!isMany && error !== ourBug) return [];
  const reasons = [error && `error ${error}`, cause].filter(Boolean).join(', ');
  return [
    {
      rank: isProbe ? 'SILENT' : 'HURTS',
      what: `${period([row])}, ${logicalId} failed ${times} times${reasons ? `: ${reasons}` : ''}.`,
      ...meaningOf(row, isProbe),
      detail: [row['cause'], row['message']].filter(Boolean).join(' '),
      // What a role lost is found at the role itself, with its command.
      commands: [],
      about: logicalId,
    },
  ];
}

function meaningOf(row: Row, isProbe: boolean): Pick<Finding, 'means' | 'runbook'> {
  const cause = row['message.cause.name'];
  const runbook = isProbe ? 'unavailable' : 'when-a-store-fails';
  if (cause === 'AccessDeniedException') return { runbook, ...refusalOf(row['cause']) };
  if (cause === 'ResourceNotFoundException') return { runbook, means: 'Its table is not there.' };
  if (cause === 'InternalServerError')
    return { runbook, means: 'DynamoDB itself has a fault: nothing of this stage mends it.' };
  // The names of what AWS's services throw end with it.
  if (row['message.error'] === ourBug && !cause?.endsWith('Exception'))
    return { runbook: 'unexpectedfailure', means: `Our code has a bug. ${clientsGiveUp}` };
  const means = isProbe ? 'The probe got a wrong answer, or could not ask.' : clientsGiveUp;
  return { runbook, means };
}

/** Who refuses. AWS says it only in its text. */
function refusalOf(text = ''): Pick<Finding, 'means'> & Partial<Finding> {
  if (/\bkms\b/i.test(text)) {
    return {
      means: 'A key of KMS refuses it. Mend the key first: a repair of the role changes nothing.',
      runbook: 'a-key-of-kms',
    };
  }
  if (
    /explicit deny|permissions boundary|service control policy|resource control policy/i.test(text)
  ) {
    return {
      means: 'A policy outside of this stack denies it. Its owner must change it: no repair does.',
    };
  }
  return {
    means:
      'It may not do its work. If its role is not named here, a policy outside of this stack denies it, and no repair helps.',
  };
}
